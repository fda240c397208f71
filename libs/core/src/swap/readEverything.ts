import { Effect } from "effect"
import { surviving } from "../attempt/surviving.ts"
import { askChain, type ChainSurroundings } from "../flows/askChain.ts"
import type { Token } from "../holdings/Holdings.ts"
import { type Around, payerOf } from "../send/payer.ts"
import type { Exchange } from "./makeExchange.ts"
import type { SwapError } from "./Swap.ts"
import { asSwapError, refuse } from "./swapError.ts"
import { everythingOf } from "./swapMaths.ts"

/** Base units: all that the payer can give of a token, as the chain has it. */
export const readEverything = (
  around: Around & ChainSurroundings & { readonly exchange: Exchange | null },
  source: Token,
): Effect.Effect<bigint, SwapError> =>
  Effect.gen(function* () {
    const payer = yield* payerOf(around)
    const { address, network, smart } = payer
    const { exchange } = around
    const id = network.caipNetworkId
    if (exchange === null) return yield* refuse({ _tag: "Unsupported" })
    if (source.network !== id) return yield* refuse({ _tag: "Changed" })
    const { actions, asking } = yield* askChain(around, payer)
    const isFree = source.address !== null || smart
    const [balance, gas] = yield* Effect.all(
      [
        actions.spendable({ ...asking, address, token: source.address }),
        isFree ? Effect.succeed(null) : exchange.convert.gasPrice(id),
      ],
      { concurrency: "unbounded" },
    )
    const all = everythingOf(balance, gas === null ? 0n : BigInt(gas.standard))
    return all ?? (yield* refuse({ _tag: "Insufficient", of: balance > 0n ? "gas" : "token" }))
  }).pipe(surviving, Effect.mapError(asSwapError("initialize")))
