import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import { TransferRefused } from "../contract/Actions.ts"
import type { Fee } from "../contract/Transfer.ts"
import { readNode } from "../rpc/readNode.ts"
import { type Block, readBlock, secondsPerBlock } from "./blocks.ts"
import { type PriceHints, readGasPrice, readPriceHints } from "./gasPrice.ts"
import { type Hex, quantityFromHex, quantityToHex } from "./Hex.ts"
import { isInsufficient, revertOf } from "./revert.ts"
import { readRollupFee } from "./rollupFee.ts"

/** What a node says of what a call would take. */
interface Cost {
  /** Units; an error where the chain would refuse the call. */
  readonly gas: Result.Result<bigint, RpcError>
  readonly rollup: Effect.Success<ReturnType<typeof readRollupFee>>
  readonly hints: PriceHints
  readonly latest: Block
}

export const readCost = (
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
): Effect.Effect<Cost, RpcError> =>
  Effect.all(
    {
      // Without a fee, so that all there is can be sent while nobody knows yet what the fee will leave of it.
      gas: Effect.result(readNode(rpc, ["eth_estimateGas", call], quantityFromHex)),
      rollup: readRollupFee(rpc, { chainId, call }),
      hints: readPriceHints(rpc),
      latest: readBlock(rpc, "latest"),
    },
    { concurrency: "unbounded" },
  )

/** Fails with `Reverts` or `Insufficient` where the chain would refuse the call. */
export const feeOf = Effect.fnUntraced(function* (
  rpc: Rpc,
  { gas, hints, latest, rollup }: Cost,
): Effect.fn.Return<Fee, RpcError | TransferRefused> {
  if (Result.isFailure(gas)) return yield* whyRefused(gas.failure)
  const [price, seconds] = yield* Effect.all(
    [readGasPrice(rpc, latest, hints), secondsPerBlock(rpc, latest)],
    { concurrency: "unbounded" },
  )
  const limit = limitOf(gas.success)
  return {
    expected: gas.success * price.expected + rollup.expected,
    most: limit * price.most + rollup.most,
    terms: { gas: quantityToHex(limit), ...price.terms },
    seconds,
  }
})

export const refused = (reason: TransferRefused["reason"]) => new TransferRefused({ reason })

/** What a plain payment takes on most networks, always. */
const plainGas = 21_000n

/** A fifth more than estimated for whatever runs code: it may take another way when its block comes. */
const limitOf = (gas: bigint) => (gas === plainGas ? gas : (gas * 6n + 4n) / 5n)

const whyRefused = (error: RpcError): RpcError | TransferRefused => {
  const revert = revertOf(error.reason)
  if (revert !== null) return refused({ _tag: "Reverts", text: revert.text })
  return isInsufficient(error.reason) ? refused({ _tag: "Insufficient" }) : error
}
