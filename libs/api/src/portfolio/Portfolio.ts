import { type CaipAddress, type CaipNetworkId, type Namespace, withLogicalCall } from "@wmodal/protocol"
import { Data, Effect, Result, type Scope } from "effect"
import type { TokenBalance } from "../blockchain/contract.ts"
import { type CachedValue, makeKeyedCache, staleTimesMs, toAddressKey } from "../cache/KeyedCache.ts"
import type { ApiError } from "../contract/ApiError.ts"
import type { RestrictedBlockchain } from "../supportedNetworks/RestrictedBlockchain.ts"
import type { SupportedNetworks } from "../supportedNetworks/SupportedNetworks.ts"

/** The account and network of a balance. `address` is plain, `network` the active one. */
export interface PortfolioQuery {
  readonly network: CaipNetworkId
  readonly address: string
}

/** The balance of an account. */
export type PortfolioResult =
  | { readonly _tag: "Held"; readonly reading: CachedValue<readonly TokenBalance[], ApiError> }
  /** The API does not serve the network: no request was sent, and the UI shows that. */
  | { readonly _tag: "Unsupported"; readonly network: CaipNetworkId; readonly balances: readonly [] }
  | { readonly _tag: "Unavailable"; readonly error: BalanceUnavailable }

/** The token balances of accounts, cached for 30 s. After a failure there is no request for 30 s. */
export interface Portfolio {
  readonly read: (holder: PortfolioQuery) => Effect.Effect<PortfolioResult>
  /** Refreshes the balance, and these tokens (CAIP-10) on the server: for use after a transaction. */
  readonly refetch: (holder: PortfolioQuery, tokens: readonly CaipAddress[]) => Effect.Effect<PortfolioResult>
}

/** Reports that the API lists the tokens of a chain's accounts. Source: the AppKit 1.7.2 wire. */
export const hasPortfolio = (namespace: Namespace): boolean =>
  namespace === "eip155" || namespace === "solana"

/** Milliseconds without a request after a failure. */
export const portfolioPauseMs = 30_000

/** Creates a cache of the tokens of accounts. */
export const makePortfolio = Effect.fnUntraced(function* (options: {
  readonly blockchain: Pick<RestrictedBlockchain, "balance">
  readonly gate: SupportedNetworks
}): Effect.fn.Return<Portfolio, never, Scope.Scope> {
  const { blockchain, gate } = options
  /** Tokens that the server has not refreshed yet, by account: several refreshes may share one read. */
  const changed = new Map<string, readonly CaipAddress[]>()
  const keyOf = ({ network, address }: PortfolioQuery) => toAddressKey(`${network}:${address}`)
  const note = (holder: PortfolioQuery, tokens: readonly CaipAddress[]) =>
    Effect.sync(() => {
      changed.set(keyOf(holder), [...new Set([...(changed.get(keyOf(holder)) ?? []), ...tokens])])
    })
  const cache = yield* makeKeyedCache({
    staleTimeMs: staleTimesMs.portfolio,
    retryDelayMs: portfolioPauseMs,
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
    const served = yield* Effect.result(gate.supports(network))
    if (Result.isSuccess(served) && !served.success) return { _tag: "Unsupported", network, balances: [] }
    // Without the list of networks, no request is sent.
    if (Result.isFailure(served))
      return { _tag: "Unavailable", error: new BalanceUnavailable({ cause: served.failure }) }
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
  }
})

/** The balance of an account is unknown. */
export class BalanceUnavailable extends Data.TaggedError("BalanceUnavailable")<{ readonly cause: ApiError }> {
  override get message() {
    return "Token Balance Unavailable"
  }
}
