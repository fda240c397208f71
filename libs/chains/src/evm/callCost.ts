import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import { TransferRejected } from "../contract/ChainActions.ts"
import type { Fee } from "../contract/Transfer.ts"
import { fetchNode } from "../rpc/fetchNode.ts"
import { type Block, fetchBlock, measureSecondsPerBlock } from "./blocks.ts"
import { fetchGasPrice, fetchPriceHints, type PriceHints } from "./gasPrice.ts"
import { type Hex, parseQuantity, toQuantityHex } from "./Hex.ts"
import { isInsufficientFunds, toRevertReason } from "./revertReason.ts"
import { fetchRollupFee } from "./rollupFee.ts"

/** What a node says of what a call would take. */
interface CallCost {
  /** Units; an error where the chain would refuse the call. */
  readonly gas: Result.Result<bigint, RpcError>
  readonly rollup: Effect.Success<ReturnType<typeof fetchRollupFee>>
  readonly hints: PriceHints
  readonly latest: Block
}

export const fetchCallCost = (
  rpc: Rpc,
  {
    call,
    chainId,
  }: {
    readonly chainId: bigint
    readonly call: {
      readonly from: string
      readonly to: string
      readonly value: Hex
      readonly data: Hex
    }
  },
): Effect.Effect<CallCost, RpcError> =>
  Effect.all(
    {
      // Without a fee, so that all there is can be sent while nobody knows yet what the fee will leave of it.
      gas: Effect.result(fetchNode(rpc, ["eth_estimateGas", call], parseQuantity)),
      rollup: fetchRollupFee(rpc, { chainId, call }),
      hints: fetchPriceHints(rpc),
      latest: fetchBlock(rpc, "latest"),
    },
    { concurrency: "unbounded" },
  )

/** Fails with `Reverts` or `Insufficient` where the chain would refuse the call. */
export const fetchFee = Effect.fnUntraced(function* (
  rpc: Rpc,
  { gas, hints, latest, rollup }: CallCost,
): Effect.fn.Return<Fee, RpcError | TransferRejected> {
  if (Result.isFailure(gas)) return yield* toTransferError(gas.failure)
  const [price, seconds] = yield* Effect.all(
    [fetchGasPrice(rpc, latest, hints), measureSecondsPerBlock(rpc, latest)],
    { concurrency: "unbounded" },
  )
  const limit = toGasLimit(gas.success)
  return {
    expected: gas.success * price.expected + rollup.expected,
    most: limit * price.most + rollup.most,
    transactionFields: { gas: toQuantityHex(limit), ...price.transactionFields },
    seconds,
  }
})

export const failTransfer = (reason: TransferRejected["reason"]) => new TransferRejected({ reason })

/** What a plain payment takes on most networks, always. */
const plainTransferGas = 21_000n

/** A fifth more than estimated for whatever runs code: it may take another way when its block comes. */
const toGasLimit = (gas: bigint) => (gas === plainTransferGas ? gas : (gas * 6n + 4n) / 5n)

const toTransferError = (error: RpcError): RpcError | TransferRejected => {
  const revert = toRevertReason(error.reason)
  if (revert !== null) return failTransfer({ _tag: "Reverts", text: revert.text })
  return isInsufficientFunds(error.reason) ? failTransfer({ _tag: "Insufficient" }) : error
}
