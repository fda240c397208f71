import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import { TransferRejected } from "../contract/ChainActions.ts"
import type { Fee } from "../contract/Transfer.ts"
import { fetchNode } from "../rpc/fetchNode.ts"
import { type Block, fetchBlock, measureSecondsPerBlock } from "./blocks.ts"
import { fetchGasPrice, fetchPriceHints, type PriceHints, toPlainPrice } from "./gasPrice.ts"
import { type Hex, parseQuantity, toQuantityHex } from "./Hex.ts"
import { isInsufficientFunds, toRevertReason } from "./revertReason.ts"
import { type DataFee, fetchDataFee, fetchRollupFee } from "./rollupFee.ts"
import { fetchSecondPrice, maxPriceFactor } from "./usualPrice.ts"

/** A node's estimate of a call's cost. */
interface CallCost {
  /** Units; an error if the chain would reject the call. */
  readonly gas: Result.Result<bigint, RpcError>
  readonly data: DataFee
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
      // Omits the fee, so that the whole balance can be estimated before the fee is known.
      gas: Effect.result(fetchNode(rpc, ["eth_estimateGas", call], parseQuantity)),
      data: fetchDataFee(rpc, { chainId, call }),
      hints: fetchPriceHints(rpc),
      latest: fetchBlock(rpc, "latest"),
    },
    { concurrency: "unbounded" },
  )

/** Fetches the fee of a call. Fails with `Reverts` or `Insufficient` if the chain would reject the call. */
export const fetchFee = Effect.fnUntraced(function* (
  rpc: Rpc,
  { data, gas, hints, latest }: CallCost,
): Effect.fn.Return<Fee, RpcError | TransferRejected> {
  if (Result.isFailure(gas)) return yield* toTransferError(gas.failure)
  const limit = toGasLimit(gas.success)
  const [offered, second, seconds, rollup] = yield* Effect.all(
    [
      fetchGasPrice(rpc, latest, hints),
      fetchSecondPrice(rpc),
      measureSecondsPerBlock(rpc, latest),
      fetchRollupFee(rpc, data, { gas: gas.success, limit }),
    ],
    { concurrency: "unbounded" },
  )
  // A node that lies about the price would burn the balance.
  const price = second !== null && offered.expected > second * maxPriceFactor ? toPlainPrice(second) : offered
  return {
    expected: gas.success * price.expected + rollup.expected,
    most: limit * price.most + rollup.most,
    transactionFields: { gas: toQuantityHex(limit), ...price.transactionFields },
    seconds,
  }
})

export const failTransfer = (reason: TransferRejected["reason"]) => new TransferRejected({ reason })

/** The constant gas of a plain payment on most networks. */
const plainTransferGas = 21_000n

/** The maximum gas limit of one transaction; networks of other scales have estimates above it. Source: EIP-7825. */
const maxTransactionGas = 16_777_216n

/** Adds a fifth to the estimate of calls that run code, because they may take another path in a later block. */
const toGasLimit = (gas: bigint) => {
  if (gas === plainTransferGas) return gas
  const limit = (gas * 6n + 4n) / 5n
  return gas <= maxTransactionGas && limit > maxTransactionGas ? maxTransactionGas : limit
}

const toTransferError = (error: RpcError): RpcError | TransferRejected => {
  const revert = toRevertReason(error.reason)
  if (revert !== null) return failTransfer({ _tag: "Reverts", text: revert.text })
  return isInsufficientFunds(error.reason) ? failTransfer({ _tag: "Insufficient" }) : error
}
