import { type CaipAddress, type CaipNetworkId, withLogicalCall } from "@wmodal/protocol"
import { Data, Effect, Result, type Scope } from "effect"
import type { TokenBalance } from "../blockchain/contract.ts"
import { type CachedValue, makeKeyedCache, staleTimesMs, toAddressKey } from "../cache/KeyedCache.ts"
import type { ApiError } from "../contract/ApiError.ts"
import type { RestrictedBlockchain } from "../supportedNetworks/RestrictedBlockchain.ts"
import type { SupportedNetworks } from "../supportedNetworks/SupportedNetworks.ts"

/** Whose tokens, and where. `address` is plain, `network` the active one. */
export interface PortfolioQuery {
  readonly network: CaipNetworkId
  readonly address: string
}

/** What somebody holds. */
export type PortfolioResult =
  | { readonly _tag: "Held"; readonly reading: CachedValue<readonly TokenBalance[], ApiError> }
  /** The API does not serve the network: nothing was asked, and a person is told so. */
  | { readonly _tag: "Unsupported"; readonly network: CaipNetworkId; readonly balances: readonly [] }
  | { readonly _tag: "Unavailable"; readonly error: BalanceUnavailable }

/** The tokens of accounts, as they were within the last 30 s. After a failure nothing is asked for 30 s. */
export interface Portfolio {
  readonly read: (holder: PortfolioQuery) => Effect.Effect<PortfolioResult>
  /** Read anew, these tokens (CAIP-10) by the server too: for after a transaction. */
  readonly refetch: (holder: PortfolioQuery, tokens: readonly CaipAddress[]) => Effect.Effect<PortfolioResult>
  /** Tells now and every 10 s, until the server says 503 or the network turns out not to be served. */
  readonly watch: (
    holder: PortfolioQuery,
    tell: (holdings: PortfolioResult) => Effect.Effect<void>,
  ) => Effect.Effect<void>
}

/** Milliseconds. */
export const portfolioIntervalsMs = { refresh: 10_000, pause: 30_000 } as const

/** Creates a cache of the tokens of accounts. */
export const makePortfolio = Effect.fnUntraced(function* (options: {
  readonly blockchain: Pick<RestrictedBlockchain, "balance">
  readonly gate: SupportedNetworks
}): Effect.fn.Return<Portfolio, never, Scope.Scope> {
  const { blockchain, gate } = options
  /** Tokens that the server has yet to read anew, by account: several renewals may share one read. */
  const changed = new Map<string, readonly CaipAddress[]>()
  const keyOf = ({ network, address }: PortfolioQuery) => toAddressKey(`${network}:${address}`)
  const note = (holder: PortfolioQuery, tokens: readonly CaipAddress[]) =>
    Effect.sync(() => {
      changed.set(keyOf(holder), [...new Set([...(changed.get(keyOf(holder)) ?? []), ...tokens])])
    })
  const cache = yield* makeKeyedCache({
    staleTimeMs: staleTimesMs.portfolio,
    retryDelayMs: portfolioIntervalsMs.pause,
    capacity: 100,
    key: keyOf,
    read: (holder: PortfolioQuery) =>
      Effect.suspend(() => {
        const { network, address } = holder
        const forceUpdate = changed.get(keyOf(holder)) ?? []
        changed.delete(keyOf(holder))
        return blockchain
          .balance(network, { address, chainId: network, ...(forceUpdate.length > 0 && { forceUpdate }) })
          .pipe(
            Effect.map(({ balances }): readonly TokenBalance[] => balances),
            Effect.tapError(() => note(holder, forceUpdate)),
          )
      }),
  })

  const holdings = Effect.fnUntraced(function* (
    { network }: PortfolioQuery,
    reading: Effect.Effect<CachedValue<readonly TokenBalance[], ApiError>, ApiError>,
  ): Effect.fn.Return<PortfolioResult> {
    if (!(yield* gate.supports(network))) return { _tag: "Unsupported", network, balances: [] }
    const result = yield* Effect.result(reading)
    return Result.isSuccess(result)
      ? { _tag: "Held", reading: result.success }
      : { _tag: "Unavailable", error: new BalanceUnavailable({ cause: result.failure }) }
  })

  const read: Portfolio["read"] = (holder) => withLogicalCall(holdings(holder, cache.get(holder)))
  return {
    read,
    refetch: (holder, tokens) =>
      holdings(holder, Effect.andThen(note(holder, tokens), cache.refetch(holder))),
    watch: Effect.fnUntraced(function* (holder, tell) {
      while (true) {
        const holdings = yield* read(holder)
        yield* tell(holdings)
        if (isFinalResult(gate, holdings)) return
        yield* Effect.sleep(portfolioIntervalsMs.refresh)
      }
    }),
  }
})

const isFinalResult = (gate: SupportedNetworks, holdings: PortfolioResult): boolean => {
  switch (holdings._tag) {
    case "Unsupported":
      // Of a list that could not be read, nothing follows for the next time.
      return gate.excludes(holdings.network)
    case "Held":
      return isDown(holdings.reading.cause)
    case "Unavailable":
      return isDown(holdings.error.cause)
  }
}

const isDown = (error: ApiError | undefined) => error?.reason._tag === "Status" && error.reason.status === 503

/** Nothing is known of what an account holds. */
export class BalanceUnavailable extends Data.TaggedError("BalanceUnavailable")<{ readonly cause: ApiError }> {
  override get message() {
    return "Token Balance Unavailable"
  }
}
