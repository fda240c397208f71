import type { ConvertToken, Prices } from "@wmodal/api"
import { sanitizeLine } from "@wmodal/chains"
import {
  type CaipAddress,
  Clock,
  type Decimal,
  evmNativeAddress,
  hasKey,
  parseNamedImage,
  SubscriptionRef,
} from "@wmodal/protocol"
import { Effect } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import { followState } from "../effects/followState.ts"
import type { AmbiguousToken } from "../holdings/AmbiguousToken.ts"
import { findBySymbol, isSameToken } from "../holdings/findHolding.ts"
import type { Holding, Holdings } from "../holdings/Holdings.ts"
import { fetchPrice } from "../holdings/holdingSources.ts"
import { compareValues } from "../holdings/sortHoldings.ts"
import { type HoldingContext, toNativeHolding } from "../holdings/toHolding.ts"
import type { Token } from "../networks/Token.ts"
import type { Options } from "../options/Options.ts"
import { toFiatValue } from "../send/amountInput.ts"
import type { Exchange } from "../services/makeExchange.ts"
import type { SwapError, SwapToken, SwapTokens } from "./Swap.ts"
import { mapSwapError } from "./SwapContext.ts"

/** Milliseconds until a price expires. */
const priceTtlMs = 60_000

/** The network of the exchange's tokens, and the check of their addresses. */
type ExchangeNetwork = Pick<HoldingContext, "network" | "address">
type ExchangeContext = ExchangeNetwork & Pick<HoldingContext, "rules">

/** Returns the token's id for the exchange: CAIP-10. */
export const toExchangeId = ({ address, network }: Token): CaipAddress =>
  `${network}:${address ?? evmNativeAddress}`

/** Returns the plain, checksummed address of a CAIP-10 id of this network; `null` if it is not one. */
export const parseExchangeId = (id: string, { address, network }: ExchangeNetwork): string | null => {
  const here = `${network.caipNetworkId}:`
  return id.startsWith(here) ? address(id.slice(here.length)) : null
}

const isNativeContract = (contract: string | null, { network, rules }: ExchangeContext): boolean =>
  contract !== null && rules.isNativeContract?.(network, contract) === true

/** Decodes a row of the exchange; `null` if it is of another network, or has no address or decimals. */
const toToken = (row: ConvertToken, place: ExchangeNetwork, imageHosts: readonly string[]): Token | null => {
  const address = parseExchangeId(row.address, place)
  const { decimals } = row
  if (address === null || decimals === 0 || decimals > 77) return null
  if (address.toLowerCase() === evmNativeAddress)
    return toNativeHolding(place.network, 0n, { icon: parseNamedImage(row.logoUri, imageHosts) }).token
  return {
    network: place.network.caipNetworkId,
    address,
    name: sanitizeLine(row.name, 64),
    symbol: sanitizeLine(row.symbol, 32),
    decimals,
    icon: parseNamedImage(row.logoUri, imageHosts),
  }
}

/** Sorts the account's tokens first, by value; then the well-known ones; then the rest by symbol. */
const sortSwapTokens = (tokens: readonly SwapToken[]): readonly SwapToken[] => {
  const held = tokens.filter(({ balance }) => balance !== null && balance > 0n)
  const others = tokens.filter((token) => !held.includes(token))
  const bySymbol = (all: readonly SwapToken[]) =>
    all.toSorted((a, b) => (a.token.symbol.toUpperCase() < b.token.symbol.toUpperCase() ? -1 : 1))
  const worth = ({ balance, price, token }: SwapToken) => toFiatValue(balance ?? 0n, token.decimals, price)
  return [
    ...held.toSorted((a, b) => compareValues(worth(a), worth(b))),
    ...bySymbol(others.filter(({ suggested }) => suggested)),
    ...bySymbol(others.filter(({ suggested }) => !suggested)),
  ]
}

export type SwapTokenStore = Effect.Success<ReturnType<typeof makeSwapTokenStore>>

/** Requests a token's price; `null` if there is none. */
export const fetchTokenPrice = (prices: Prices, token: Token) =>
  fetchPrice(prices, { network: token.network, token: toExchangeId(token) })

/** Makes the tokens that can be swapped, with the account's balances and their values. */
export const makeSwapTokenStore = (deps: {
  readonly exchange: Exchange | null
  readonly holdings: Pick<Holdings, "state">
  readonly options: Pick<Options, "imageHosts">
}) =>
  Effect.gen(function* () {
    const { exchange, holdings } = deps
    const state = yield* SubscriptionRef.make<SwapTokens>({ _tag: "Loading" })
    const prices = new Map<string, { readonly price: Decimal | null; readonly at: number }>()
    const listeners: Effect.Effect<void>[] = []
    let listed: readonly Token[] | null = null

    const holdingOf = (token: Token): { readonly holding: Holding | null; readonly all: boolean } => {
      const now = SubscriptionRef.getUnsafe(holdings.state)
      if (!hasKey(now, "holdings")) return { holding: null, all: false }
      const holding = now.holdings.find((one) => isSameToken(one.token, token)) ?? null
      const here = now.holdings.some((one) => one.token.network === token.network)
      // The chain reports its native currency only, so its list is incomplete.
      return { holding, all: here && now._tag === "Held" && now.source !== "chain" }
    }
    const of = (token: Token): SwapToken => {
      const { all, holding } = holdingOf(token)
      return {
        token: holding?.token.icon && token.icon === null ? { ...token, icon: holding.token.icon } : token,
        balance: holding?.balance ?? (all ? 0n : null),
        price: holding?.price ?? prices.get(toExchangeId(token))?.price ?? null,
        suggested: isSuggestedToken(token.symbol),
      }
    }

    const show = Effect.suspend(() =>
      Effect.andThen(
        listed === null
          ? Effect.void
          : SubscriptionRef.set(state, { _tag: "Listed", tokens: sortSwapTokens(listed.map(of)) }),
        Effect.forEach(listeners, (changed) => changed, { discard: true }),
      ),
    )

    const refetchPrice = (token: Token): Effect.Effect<Decimal | null> =>
      exchange === null
        ? Effect.succeed(null)
        : Effect.gen(function* () {
            const price = yield* fetchTokenPrice(exchange.prices, token)
            prices.set(toExchangeId(token), { price, at: yield* Clock.currentTimeMillis })
            yield* show
            return price
          })

    yield* followState(holdings.state, () => show)

    const load = (place: ExchangeContext): Effect.Effect<void, SwapError> =>
      exchange === null
        ? Effect.void
        : Effect.gen(function* () {
            const network = place.network.caipNetworkId
            if (listed?.[0]?.network !== network) {
              listed = null
              yield* SubscriptionRef.set(state, { _tag: "Loading" })
            }
            const rows = yield* catchDefects(exchange.convert.tokens(network))
            const native = toNativeHolding(place.network, 0n).token
            const known = new Map<string | null, Token>([[null, native]])
            for (const row of rows) {
              const token = toToken(row, place, deps.options.imageHosts)
              // As a token it would be swapped to the last unit, and its balance pays the fee.
              if (token === null || isNativeContract(token.address, place)) continue
              const before = known.get(token.address)
              if (before === undefined || before === native) known.set(token.address, token)
            }
            listed = [...known.values()]
            yield* show
          }).pipe(
            mapSwapError("initialize"),
            Effect.tapError((error) =>
              listed === null ? SubscriptionRef.set(state, { _tag: "Failed", error }) : Effect.void,
            ),
          )

    return {
      state,
      load,
      clear: Effect.suspend(() => {
        listed = null
        return SubscriptionRef.set(state, { _tag: "Loading" })
      }),
      /** Returns the token with its latest data. It sends no request. */
      get: of,
      /** Returns the price, requested unless a recent one is known; `null` if unknown. */
      price: (token: Token) =>
        Effect.gen(function* () {
          const held = holdingOf(token).holding?.price
          if (held != null) return held
          const known = prices.get(toExchangeId(token))
          const now = yield* Clock.currentTimeMillis
          const isRecent = known !== undefined && now - known.at < priceTtlMs
          return (isRecent ? known.price : null) ?? (yield* refetchPrice(token))
        }),
      refetchPrice,
      /** Runs the effect after each later change of a price or balance. */
      onChange: (changed: Effect.Effect<void>) => {
        listeners.push(changed)
      },
    }
  })

/** Finds by contract, else by symbol. See `Swap.find`. */
export const findToken = (
  text: string,
  tokens: readonly SwapToken[],
  place: ExchangeContext,
): Effect.Effect<SwapToken | null, AmbiguousToken> => {
  const contract = place.address(text)
  const at = (address: string | null) => tokens.find(({ token }) => token.address === address)
  const found = isNativeContract(contract, place) ? at(null) : contract === null ? undefined : at(contract)
  return found === undefined ? findBySymbol(text, tokens, place.network) : Effect.succeed(found)
}

const symbolList =
  "ETH UNI 1INCH AAVE SOL ADA AVAX DOT LINK NITRO GAIA MILK TRX NEAR GNO WBTC DAI WETH USDC USDT ARB BAL BICO CRV ENS MATIC OP"

const suggestedSymbols: ReadonlySet<string> = new Set(symbolList.split(" "))

/** Returns whether a token of the exchange is well-known. Source: the AppKit 1.7.2 wire. */
export const isSuggestedToken = (symbol: string): boolean => suggestedSymbols.has(symbol)
