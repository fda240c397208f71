import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import { type Actions, TransferRefused } from "../contract/Actions.ts"
import type { Transfer } from "../contract/Transfer.ts"
import { callData, selectors, wordIn } from "./abi.ts"
import { readBlock, secondsPerBlock } from "./blocks.ts"
import { readGasPrice, readPriceHints } from "./gasPrice.ts"
import { quantityFromHex, quantityToHex } from "./Hex.ts"
import { readNode } from "./readNode.ts"
import { isInsufficient, revertOf } from "./revert.ts"
import { readRollupFee } from "./rollupFee.ts"
import { callOf } from "./transaction.ts"

/** What a plain payment takes on most networks, always. */
const plainGas = 21_000n

/** A fifth more than estimated for whatever runs code: it may take another way when its block comes. */
const limitOf = (gas: bigint) => (gas === plainGas ? gas : (gas * 6n + 4n) / 5n)

export const estimate: Actions["estimate"] = Effect.fnUntraced(function* ({ network, rpc, transfer }) {
  const call = { from: transfer.from, ...callOf(transfer) }
  const [held, gas, answer, rollup, hints, latest] = yield* Effect.all(
    [
      heldOf(rpc, transfer),
      // Without a fee, so that all there is can be sent while nobody knows yet what the fee will leave of it.
      Effect.result(readNode(rpc, ["eth_estimateGas", call], quantityFromHex)),
      transfer.token === null
        ? Effect.succeed(null)
        : Effect.result(rpc.request("eth_call", [call, "latest"])),
      readRollupFee(rpc, { chainId: BigInt(network.id), call }),
      readPriceHints(rpc),
      readBlock(rpc, "latest"),
    ],
    { concurrency: "unbounded" },
  )
  // Calling what has no balance to tell would pay for nothing.
  if (held === null) return yield* refused({ _tag: "Reverts", text: "" })
  if (transfer.amount > held) return yield* refused({ _tag: "Insufficient" })
  if (Result.isFailure(gas)) return yield* whyRefused(gas.failure)
  // Some tokens say no without reverting.
  if (answer !== null && Result.isSuccess(answer) && wordIn(answer.success) === 0n)
    return yield* refused({ _tag: "Reverts", text: "" })
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

/** What the sender has of what is to be sent; `null` where no token stands there. */
const heldOf = (rpc: Rpc, { from, token }: Transfer): Effect.Effect<bigint | null, RpcError> =>
  token === null
    ? readNode(rpc, ["eth_getBalance", from, "latest"], quantityFromHex)
    : rpc.request("eth_call", [{ to: token, data: callData(selectors.balanceOf, from) }, "latest"]).pipe(
        Effect.map((returned) => wordIn(returned)),
        Effect.catchIf(
          ({ reason }) => revertOf(reason) !== null,
          () => Effect.succeed(null),
        ),
      )

const refused = (reason: TransferRefused["reason"]) => new TransferRefused({ reason })

const whyRefused = (error: RpcError): RpcError | TransferRefused => {
  const revert = revertOf(error.reason)
  if (revert !== null) return refused({ _tag: "Reverts", text: revert.text })
  return isInsufficient(error.reason) ? refused({ _tag: "Insufficient" }) : error
}
