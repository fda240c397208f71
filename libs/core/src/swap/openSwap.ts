import { Effect, SubscriptionRef } from "effect"
import { surviving } from "../attempt/surviving.ts"
import { askChain, type ChainSurroundings } from "../flows/askChain.ts"
import type { Holder } from "../flows/Holder.ts"
import type { Surroundings } from "../flows/Surroundings.ts"
import type { Holdings, Token } from "../holdings/Holdings.ts"
import { nativeHolding } from "../holdings/holdingOf.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { Exchange } from "./makeExchange.ts"
import type { Tokens } from "./makeTokens.ts"
import type { SwapError } from "./Swap.ts"
import { asSwapError, refuse } from "./swapError.ts"

export type OpenSurroundings = ChainSurroundings &
  Pick<Surroundings, "toasts"> & {
    readonly exchange: Exchange | null
    readonly holdings: Pick<Holdings, "refresh">
    readonly tokens: Tokens
  }

/** What a swap begins with. */
export interface Opened {
  /** Base units of the network's own currency for one unit of gas. */
  readonly gasPrice: bigint
  /** What is given unless somebody chooses something else. */
  readonly source: Token
}

/** Reads tokens, the price of the network's own currency, balances and gas, in the order of the AppKit 1.7.2 wire. */
export const openSwap = (around: OpenSurroundings, holder: Holder): Effect.Effect<Opened, SwapError> =>
  Effect.gen(function* () {
    const { exchange, holdings, toasts, tokens } = around
    const { network } = holder
    const id = network.caipNetworkId
    if (exchange === null) return yield* refuse({ _tag: "Unsupported" })
    const { actions } = yield* askChain(around, holder)
    if (actions.contracts === null) return yield* refuse({ _tag: "Unsupported" })
    if (!(yield* exchange.gate.supports(id)))
      return yield* exchange.gate.excludes(id) ? refuse({ _tag: "Unsupported" }) : unread
    const native = nativeHolding(network, 0n).token
    const [, price, , gas] = yield* Effect.all(
      [
        tokens.load({ network, address: actions.address }),
        tokens.newPrice(native),
        holdings.refresh,
        exchange.convert.gasPrice(id),
      ],
      { concurrency: "unbounded" },
    )
    // Without it the fee is told in the network's own currency alone.
    if (price === null && network.testnet !== true) yield* toasts.show("error", { id: "flow.swap.price" })
    return { gasPrice: BigInt(gas.standard), source: firstSource(native, tokens) }
  }).pipe(surviving, Effect.mapError(asSwapError("initialize")))

/** The network's own currency; where the account has none of it, what it has most of. */
const firstSource = (native: Token, { of, state }: Tokens): Token => {
  const now = SubscriptionRef.getUnsafe(state)
  const [first] = now._tag === "Listed" ? now.tokens : []
  const poor = of(native).balance === 0n
  return poor && first?.balance != null && first.balance > 0n ? first.token : native
}

const unread = new EngineError({ reason: { _tag: "Unknown", detail: "the networks that are served" } })
