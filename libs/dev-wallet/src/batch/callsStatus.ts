import { toChainIdHex } from "@wmodal/chains/internal"
import { Effect } from "effect"
import * as z from "zod/mini"
import type { CallsOutcome } from "../ApprovalRequest.ts"
import type { DevNetwork } from "../DevNetwork.ts"
import { internalError, invalidParamsError, ProviderError } from "../ProviderError.ts"
import { fetchQuantity, quantity } from "../transaction.ts"
import { makeNodeRequest, type makeRequireApprovalOnce, type WalletAccess } from "../WalletAccess.ts"
import type { BatchRecord } from "./BatchRecord.ts"

/** The receipt fields for the dApp. Source: EIP-5792. */
const receipt = z.object({
  status: z.string(),
  blockHash: z.string(),
  blockNumber: z.string(),
  gasUsed: z.string(),
  transactionHash: z.string(),
  logs: z.array(z.object({ address: z.string(), data: z.string(), topics: z.array(z.string()) })),
})
type CallsReceipt = z.output<typeof receipt>

/** Handles `wallet_getCallsStatus`. */
export const getCallsStatus = Effect.fnUntraced(function* (
  wallet: WalletAccess,
  origin: string,
  [id]: readonly unknown[],
) {
  const { bundle, network } = yield* findBatch(wallet, origin, id)
  const { outcome, receipts } = yield* fetchOutcome(wallet, bundle, network)
  return {
    version: "2.0.0",
    id: bundle.id,
    chainId: toChainIdHex(bundle.chainId),
    status: statuses[outcome],
    atomic: true,
    ...(receipts.length > 0 && { receipts }),
  }
})

/**
 * Handles `wallet_showCallsStatus` in the wallet's own window, until the user closes it.
 * @param approvedOnce permits one window at a time: a dApp must not pile them up
 */
export const showCallsStatus = Effect.fnUntraced(function* (
  wallet: WalletAccess,
  approvedOnce: ReturnType<typeof makeRequireApprovalOnce>,
  origin: string,
  [id]: readonly unknown[],
) {
  const { bundle, network } = yield* findBatch(wallet, origin, id)
  const { outcome } = yield* fetchOutcome(wallet, bundle, network)
  const { account, hash } = bundle
  yield* Effect.catchIf(
    approvedOnce("show", { _tag: "ShowCalls", origin, network, account, hash, outcome }),
    // Approving and declining both close the window: there is nothing to decide.
    ({ code }) => code === 4001,
    () => Effect.void,
  )
  return null
})

const statuses: Readonly<Record<CallsOutcome, number>> = {
  pending: 100,
  confirmed: 200,
  dropped: 400,
  reverted: 500,
}

const findBatch = (wallet: WalletAccess, origin: string, id: unknown) =>
  Effect.suspend(() => {
    if (typeof id !== "string") return invalidParamsError("[id]")
    const bundle = wallet.bundles().findLast((one) => one.origin === origin && one.id === id)
    const network = wallet.networks().find(({ chainId }) => chainId === bundle?.chainId)
    return bundle === undefined || network === undefined
      ? new ProviderError({ code: 5730, message: "No batch with this ID found." })
      : Effect.succeed({ bundle, network })
  })

const fetchOutcome = Effect.fnUntraced(function* (
  wallet: WalletAccess,
  { account, hash, nonce }: BatchRecord,
  network: DevNetwork,
) {
  const ask = makeNodeRequest(network, yield* wallet.pin(network))
  // The count is fetched before the receipt: if it has passed the nonce, a receipt that is still missing never comes.
  const count = yield* fetchQuantity(ask, "eth_getTransactionCount", [account, "latest"])
  const answer = yield* ask("eth_getTransactionReceipt", [hash])
  if (answer === null) {
    const outcome: CallsOutcome = count > BigInt(nonce) ? "dropped" : "pending"
    return { outcome, receipts: [] }
  }
  const parsed = receipt.safeParse(answer)
  const status = parsed.success ? quantity.safeParse(parsed.data.status) : parsed
  if (!parsed.success || !status.success) return yield* internalError("The node returned an invalid receipt.")
  const outcome: CallsOutcome = status.data === 1n ? "confirmed" : "reverted"
  const receipts: readonly CallsReceipt[] = [parsed.data]
  return { outcome, receipts }
})
