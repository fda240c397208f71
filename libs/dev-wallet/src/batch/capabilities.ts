import { decodeChainId, type Hex, toChainIdHex } from "@wmodal/chains/internal"
import { Effect } from "effect"
import * as z from "zod/mini"
import type { DevNetwork } from "../DevNetwork.ts"
import { invalidParamsError } from "../ProviderError.ts"
import { address } from "../transaction.ts"
import { getSigner, makeNodeRequest, type WalletAccess } from "../WalletAccess.ts"
import { fetchDelegation } from "./delegation.ts"

const parameters = z.union([
  z.tuple([address]),
  z.tuple([address, z.array(z.string()).check(z.maxLength(100))]),
])

/** Handles `wallet_getCapabilities`. Source: EIP-5792, EIP-7811. */
export const getCapabilities = Effect.fnUntraced(function* (
  wallet: WalletAccess,
  origin: string,
  params: readonly unknown[],
) {
  const parsed = parameters.safeParse(params)
  if (!parsed.success) return yield* invalidParamsError("[address, [0x-hex chain ids]]")
  const [account, chains] = parsed.data
  yield* getSigner(wallet, origin, account)
  const wanted = chains?.map(decodeChainId)
  const networks = wallet.networks().filter(({ chainId }) => wanted?.includes(chainId) ?? true)
  const all = yield* Effect.forEach(networks, (network) => getNetworkCapabilities(wallet, account, network), {
    concurrency: 4,
  })
  return Object.fromEntries(all)
})

const getNetworkCapabilities = Effect.fnUntraced(function* (
  wallet: WalletAccess,
  account: Hex,
  network: DevNetwork,
) {
  const status = wallet.smartAccount ? yield* getAtomicStatus(wallet, account, network) : "unsupported"
  // Without known tokens, a wallet would report a funded account as empty.
  const discovers = wallet.smartAccount && wallet.tokens(network.chainId).length > 0
  return [
    toChainIdHex(network.chainId),
    { atomic: { status }, ...(discovers && { assetDiscovery: { supported: true } }) },
  ] as const
})

const statuses = { Active: "supported", Possible: "ready", Impossible: "unsupported" } as const

/** Without a response of the node, batches are unavailable. */
const getAtomicStatus = (wallet: WalletAccess, account: Hex, network: DevNetwork) =>
  fetchDelegation(account, makeNodeRequest(network, wallet.rpc(network))).pipe(
    Effect.map(({ _tag }) => statuses[_tag]),
    Effect.orElseSucceed(() => statuses.Impossible),
  )
