import { Effect } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import type { Token } from "../networks/Token.ts"
import { getPayer } from "../send/payer.ts"
import { loadChain } from "../services/loadChain.ts"
import type { SwapError } from "./Swap.ts"
import type { SwapDeps } from "./SwapContext.ts"
import { makeSwapError, mapSwapError } from "./swapErrors.ts"
import { getMaxSpendable } from "./swapMaths.ts"

/** Returns the payer's spendable balance of a token on the chain, in base units. */
export const getSpendable = (deps: SwapDeps, source: Token): Effect.Effect<bigint, SwapError> =>
  Effect.gen(function* () {
    const payer = yield* getPayer(deps)
    const { address, network, smart } = payer
    const { exchange } = deps
    const id = network.caipNetworkId
    if (exchange === null) return yield* makeSwapError({ _tag: "Unsupported" })
    if (source.network !== id) return yield* makeSwapError({ _tag: "Changed" })
    const { actions, asking } = yield* loadChain(deps, payer)
    const isFree = source.address !== null || smart
    const [balance, gas] = yield* Effect.all(
      [
        actions.spendableBalance({ ...asking, address, token: source.address }),
        isFree ? Effect.succeed(null) : exchange.convert.gasPrice(id),
      ],
      { concurrency: "unbounded" },
    )
    const all = getMaxSpendable(balance, gas === null ? 0n : BigInt(gas.standard))
    return all ?? (yield* makeSwapError({ _tag: "Insufficient", of: balance > 0n ? "gas" : "token" }))
  }).pipe(catchDefects, mapSwapError("initialize"))
