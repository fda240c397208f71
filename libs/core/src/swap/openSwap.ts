import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import { toNativeHolding } from "../holdings/toHolding.ts"
import type { Token } from "../networks/Token.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { ActiveAccount } from "../services/ActiveAccount.ts"
import { loadChain } from "../services/loadChain.ts"
import type { SwapTokenStore } from "./makeSwapTokenStore.ts"
import type { SwapError } from "./Swap.ts"
import type { SwapContext } from "./SwapContext.ts"
import { makeSwapError, mapSwapError } from "./swapErrors.ts"

/** The initial data of a swap. */
export interface SwapStart {
  /** Base units of the native currency for one unit of gas. */
  readonly gasPrice: bigint
  /** The default source token. */
  readonly source: Token
}

/** Loads tokens, the price of the native currency, balances and gas, in the order of the AppKit 1.7.2 wire. */
export const openSwap = (deps: SwapContext, holder: ActiveAccount): Effect.Effect<SwapStart, SwapError> =>
  Effect.gen(function* () {
    const { exchange, holdings, toasts, tokens } = deps
    const { network } = holder
    const id = network.caipNetworkId
    if (exchange === null) return yield* makeSwapError({ _tag: "Unsupported" })
    const { actions } = yield* loadChain(deps, holder)
    if (actions.contracts === null) return yield* makeSwapError({ _tag: "Unsupported" })
    if (!(yield* exchange.gate.supports(id)))
      return yield* exchange.gate.excludes(id) ? makeSwapError({ _tag: "Unsupported" }) : unreadNetworksError
    const native = toNativeHolding(network, 0n).token
    const [, price, , gas] = yield* Effect.all(
      [
        tokens.load({ network, address: actions.address }),
        tokens.refetchPrice(native),
        holdings.refresh,
        exchange.convert.gasPrice(id),
      ],
      { concurrency: "unbounded" },
    )
    // Without the price the fee is shown in the native currency only.
    if (price === null && network.testnet !== true) yield* toasts.show("error", { id: "flow.swap.price" })
    return { gasPrice: BigInt(gas.standard), source: getInitialSource(native, tokens) }
  }).pipe(catchDefects, mapSwapError("initialize"))

/** Returns the native currency, or the token with the highest value if its balance is zero. */
const getInitialSource = (native: Token, { get, state }: SwapTokenStore): Token => {
  const now = SubscriptionRef.getUnsafe(state)
  const [first] = now._tag === "Listed" ? now.tokens : []
  const poor = get(native).balance === 0n
  return poor && first?.balance != null && first.balance > 0n ? first.token : native
}

const unreadNetworksError = new EngineError({
  reason: { _tag: "Unknown", detail: "the networks that are served" },
})
