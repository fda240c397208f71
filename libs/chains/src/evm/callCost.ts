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
  /** Units that the transaction may use; by the estimate if absent. */
  readonly limit?: bigint
  readonly data: DataFee
  readonly hints: PriceHints
  readonly latest: Block
}

interface CostedCall {
  readonly chainId: bigint
  readonly call: {
    readonly from: string
    readonly to: string
    readonly value: Hex
    readonly data: Hex
  }
}

export const fetchCallCost = (rpc: Rpc, costed: CostedCall): Effect.Effect<CallCost, RpcError> =>
  Effect.all(
    {
      // Omits the fee, so that the whole balance can be estimated before the fee is known.
      gas: Effect.result(fetchNode(rpc, ["eth_estimateGas", costed.call], parseQuantity)),
      ...fetchCostTerms(rpc, costed),
    },
    { concurrency: "unbounded" },
  )

const fetchCostTerms = (rpc: Rpc, costed: CostedCall) => ({
  data: fetchDataFee(rpc, costed),
  hints: fetchPriceHints(rpc),
  latest: fetchBlock(rpc, "latest"),
})

/** Units of gas: what a call uses, and what its transaction may use. */
export interface CallGas {
  readonly used: bigint
  readonly limit: bigint
}

/** Fetches the fee of a call whose gas is known. */
export const fetchFeeOfGas = (
  rpc: Rpc,
  costed: CostedCall,
  { limit, used }: CallGas,
): Effect.Effect<Fee, RpcError | TransferRejected> =>
  Effect.flatMap(Effect.all(fetchCostTerms(rpc, costed), { concurrency: "unbounded" }), (terms) =>
    fetchFee(rpc, { ...terms, gas: Result.succeed(used), limit }),
  )

/** Fetches the fee of a call. Fails with `Reverts` or `Insufficient` if the chain would reject the call. */
export const fetchFee = Effect.fnUntraced(function* (
  rpc: Rpc,
  { data, gas, hints, latest, limit: known }: CallCost,
): Effect.fn.Return<Fee, RpcError | TransferRejected> {
  if (Result.isFailure(gas)) return yield* toTransferError(gas.failure)
  const limit = known ?? toGasLimit(gas.success)
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
export const maxTransactionGas = 16_777_216n

/** Adds a fifth to the estimate of calls that run code, because they may take another path in a later block. */
export const toGasLimit = (gas: bigint) => {
  if (gas === plainTransferGas) return gas
  const limit = (gas * 6n + 4n) / 5n
  return gas <= maxTransactionGas && limit > maxTransactionGas ? maxTransactionGas : limit
}

const toTransferError = (error: RpcError): RpcError | TransferRejected => {
  const revert = toRevertReason(error.reason)
  if (revert !== null) return failTransfer({ _tag: "Reverts", text: revert.text })
  return isInsufficientFunds(error.reason) ? failTransfer({ _tag: "Insufficient" }) : error
}
