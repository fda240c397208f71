import type { Hex } from "@wmodal/chains/internal"
import { Effect, type Semaphore } from "effect"
import { keccak256 } from "ox/Hash"
import type { DevNetwork } from "../DevNetwork.ts"
import { ProviderError } from "../ProviderError.ts"
import { toRequestedCall } from "../toRequestedCall.ts"
import {
  broadcastTransaction,
  fetchNonce,
  fetchQuantity,
  fillFees,
  getGasPrice,
  type NodeRequest,
} from "../transaction.ts"
import {
  getSigner,
  makeNodeRequest,
  mapSignerError,
  requireApprovedSigner,
  type WalletAccess,
} from "../WalletAccess.ts"
import { type CallsRequest, decodeCallsRequest } from "./CallsRequest.ts"
import { batchExecutor, type Delegation, encodeExecute, fetchDelegation } from "./delegation.ts"

/** The gas of delegating an account and of running code at another address. Source: EIP-7702, EIP-2929. */
const upgradeGas = 25_000n + 2_600n

/**
 * Handles `wallet_sendCalls`: one approval for all calls, then one transaction of the account to itself, in which all
 * of them succeed or none. The first one delegates the account to the batch executor (EIP-7702).
 * @param sending permits one transaction at a time, or two would take the same nonce
 */
export const makeSendCalls = (wallet: WalletAccess, sending: Semaphore.Semaphore) => {
  /** Ids with an open approval request, by origin. */
  const open = new Set<string>()

  const once = <A>(origin: string, id: string | undefined, run: Effect.Effect<A, ProviderError>) =>
    Effect.suspend(() => {
      if (id === undefined) return run
      const key = `${origin} ${id}`
      if (open.has(key) || wallet.bundles().some((one) => one.origin === origin && one.id === id))
        return new ProviderError({ code: 5720, message: "A batch with this id was sent before." })
      open.add(key)
      return Effect.ensuring(
        run,
        Effect.sync(() => open.delete(key)),
      )
    })

  const execute = Effect.fnUntraced(function* (origin: string, request: CallsRequest, network: DevNetwork) {
    const { address: account } = yield* getSigner(wallet, origin, request.from ?? wallet.selected())
    const node = yield* wallet.pin(network)
    const ask = makeNodeRequest(network, node)
    const delegation = yield* fetchDelegation(account, ask)
    if (delegation._tag === "Impossible") return yield* notAtomicError(request)
    const fees = yield* fillFees({}, ask)
    if (fees.type === "legacy") return yield* notAtomicError(request)
    const data = encodeExecute(request.calls)
    const gas = yield* estimateGas(account, data, delegation, ask)
    const isUpgrade = delegation._tag === "Possible"
    const signer = yield* Effect.mapError(
      requireApprovedSigner(wallet, {
        _tag: "SendCalls",
        origin,
        network,
        account,
        calls: request.calls.map((call) => toRequestedCall(call, wallet.tokens(network.chainId))),
        upgrade: isUpgrade ? batchExecutor.address : null,
        maxFee: `${gas * getGasPrice(fees)}`,
      }),
      (error) => (isUpgrade && error.code === 4001 ? upgradeDeclinedError() : error),
    )
    const { chainId } = network
    return yield* sending.withPermit(
      Effect.gen(function* () {
        const nonce = yield* fetchNonce({ from: account }, ask)
        const transaction = { chainId, nonce, gas, to: account, value: 0n, data, ...fees }
        const raw = yield* mapSignerError(
          isUpgrade
            ? Effect.flatMap(
                // The transaction itself uses `nonce`, so the authorization uses the next one.
                signer.signAuthorization({ chainId, address: batchExecutor.address, nonce: nonce + 1 }),
                (upgrade) =>
                  signer.signTransaction({ ...transaction, type: "eip7702", authorizationList: [upgrade] }),
              )
            : signer.signTransaction(transaction),
        )
        const hash = keccak256(raw)
        const bundle = { id: request.id ?? hash, origin, chainId, account, nonce, hash }
        // Stored before broadcast, so that a sent batch is found again after any reply.
        wallet.keepBatch(bundle)
        yield* Effect.tapError(broadcastTransaction(raw, { network, node }), (error) =>
          Effect.sync(() => {
            if (!mayHaveSent(error)) wallet.forgetBatch(bundle)
          }),
        )
        return { id: bundle.id }
      }),
    )
  })

  return (origin: string, [first]: readonly unknown[]) =>
    Effect.flatMap(decodeCallsRequest(wallet, first), ({ network, request }) =>
      once(origin, request.id, execute(origin, request, network)),
    )
}

/** Before the account has the code, the node estimates with a state override. */
const estimateGas = (account: Hex, data: Hex, delegation: Delegation, ask: NodeRequest) => {
  const call = { from: account, to: account, data }
  return delegation._tag === "Possible"
    ? Effect.map(
        fetchQuantity(ask, "eth_estimateGas", [call, "latest", { [account]: { code: delegation.code } }]),
        (gas) => gas + upgradeGas,
      )
    : fetchQuantity(ask, "eth_estimateGas", [call])
}

/** See `broadcastTransaction`: an error with an uncertain outcome contains the hash. */
const mayHaveSent = ({ data }: ProviderError) => typeof data === "object" && data !== null && "hash" in data

const notAtomicError = ({ atomicRequired, chainId }: CallsRequest) =>
  atomicRequired
    ? new ProviderError({ code: 5760, message: "The wallet cannot batch these calls." })
    : new ProviderError({ code: 5710, message: `The wallet does not support batches on network ${chainId}.` })

const upgradeDeclinedError = () =>
  new ProviderError({ code: 5750, message: "The user rejected the calls and the upgrade that they require." })
