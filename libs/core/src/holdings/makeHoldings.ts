import { type ApiError, hasPortfolio, portfolioPauseMs, toAddressKey } from "@wmodal/api"
import { type CaipAddress, Clock, SubscriptionRef } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import { joinShared } from "../effects/joinShared.ts"
import type { Ledger } from "../ledger/Ledger.ts"
import { onEntrySettled } from "../ledger/makeLedgerStore.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { ReadProblem } from "../problems/ReadProblem.ts"
import {
  type ActiveAccount,
  getActiveAccount,
  isActiveAccount,
  watchActiveAccount,
} from "../services/ActiveAccount.ts"
import type { EngineServices } from "../services/EngineServices.ts"
import { type LoadedChain, loadChain } from "../services/loadChain.ts"
import type { Exchange } from "../services/makeExchange.ts"
import { findHolding } from "./findHolding.ts"
import { getAffectedTokens } from "./getAffectedTokens.ts"
import type { Holding, Holdings, HoldingsState } from "./Holdings.ts"
import { makeNativePrices, makeWalletAssets } from "./holdingSources.ts"
import { sortHoldings, sumValues } from "./sortHoldings.ts"
import { type HoldingContext, toAssetHolding, toBalanceHolding, toNativeHolding } from "./toHolding.ts"

type HeldState = Extract<HoldingsState, { readonly _tag: "Held" }>
type UnavailableState = Extract<HoldingsState, { readonly _tag: "Unavailable" }>
/** Plain addresses of tokens to refresh, `null` for the native currency. */
type RefetchedTokens = readonly (string | null)[]

/** A token list from a source other than the chain. */
interface TokenListing extends Pick<HeldState, "source" | "stale" | "unsupported"> {
  readonly holdings: readonly Holding[]
}

export const makeHoldings = (
  deps: Pick<EngineServices, "account" | "networks" | "board" | "connectors" | "clients" | "options"> & {
    readonly ledger: Pick<Ledger, "entries">
    readonly exchange: Pick<Exchange, "prices"> | null
  },
) =>
  Effect.gen(function* () {
    const { clients } = deps
    const scope = yield* Effect.scope
    const state = yield* SubscriptionRef.make<HoldingsState>({ _tag: "Disconnected" })
    const walletAssets = yield* makeWalletAssets(deps)
    const nativePrices = yield* makeNativePrices(deps.exchange?.prices ?? null)
    const failures = new Map<CaipAddress, UnavailableState>()
    /** The time of the next request for stale tokens, in UTC milliseconds. */
    const pauses = new Map<CaipAddress, number>()
    /** False until the UI requests holdings; from then on every shown account is read. */
    let wanted = false
    let begun = 0
    let latest = 0

    const show = (of: ActiveAccount, turn: number, next: HoldingsState) =>
      Effect.suspend(() => {
        if (!isActiveAccount(deps, of) || turn < latest) return Effect.void
        latest = turn
        return SubscriptionRef.set(state, next)
      })

    const listed = (
      of: ActiveAccount,
      place: HoldingContext,
      renewed: RefetchedTokens | null,
    ): Effect.Effect<TokenListing, ApiError> =>
      Effect.gen(function* () {
        const assets = yield* renewed === null ? walletAssets.get(of) : walletAssets.refetch(of)
        if (assets.value !== null)
          return {
            holdings: assets.value.flatMap((asset) => toAssetHolding(asset, place) ?? []),
            source: "wallet",
            stale: false,
          }
        // Chains without a listing have no tokens.
        if (!hasPortfolio(of.network.chainNamespace)) return nativeOnlyListing
        if (clients.api === null) return unlistedTokens
        const { portfolio } = clients.api
        const holder = { network: of.network.caipNetworkId, address: of.address }
        const answer = yield* renewed === null
          ? portfolio.read(holder)
          : portfolio.refetch(holder, toTokenIds(place, renewed))
        switch (answer._tag) {
          case "Unsupported":
            return unlistedTokens
          case "Unavailable":
            return yield* Effect.fail(answer.error.cause)
          case "Held": {
            const { value, isStale } = answer.reading
            return {
              holdings: value.flatMap((row) => toBalanceHolding(row, place) ?? []),
              source: "api",
              stale: isStale,
            }
          }
        }
      })

    /** Reads the holdings from a listing, else from the chain. */
    const nativeOf = (rows: readonly Holding[], of: ActiveAccount, { actions, asking }: LoadedChain) => {
      const listed = rows.find(isNative)
      if (listed !== undefined) return Effect.succeed({ holding: listed, stale: false })
      const { account, address, network } = of
      return Effect.gen(function* () {
        const read = catchDefects(actions.balance({ ...asking, address }))
        const { value, isStale } = yield* clients.balances.get({ account, read })
        const price = value === 0n ? null : (yield* nativePrices.get({ network, rules: actions.rules })).value
        return { holding: toNativeHolding(network, value, { price }), stale: isStale }
      })
    }

    /** Requests during a pause do not extend it. */
    const pausedUntil = ({ account }: ActiveAccount, now: number): number => {
      const until = pauses.get(account) ?? 0
      if (until > now) return until
      pauses.set(account, now + portfolioPauseMs)
      return now + portfolioPauseMs
    }

    const read = (
      of: ActiveAccount,
      renewed: RefetchedTokens | null,
    ): Effect.Effect<HeldState | UnavailableState, EngineError> =>
      Effect.gen(function* () {
        const chain = yield* loadChain(deps, of)
        // The header shows the same balance and must be as recent.
        if (renewed !== null) yield* deps.account.refresh
        const { imageHosts } = deps.options
        const place = { network: of.network, imageHosts, ...chain.actions }
        const list = yield* Effect.result(listed(of, place, renewed))
        const rows = Result.isSuccess(list) ? list.success.holdings : []
        const native = yield* Effect.result(nativeOf(rows, of, chain))
        const readAt = yield* Clock.currentTimeMillis
        const unavailable = (problem: ReadProblem): UnavailableState => ({
          _tag: "Unavailable",
          problem,
          holdings: Result.isSuccess(native) ? [native.success.holding] : [],
          retryAt: readAt + portfolioPauseMs,
        })
        if (Result.isFailure(list)) return unavailable(list.failure)
        const { source, stale, unsupported } = list.success
        if (!stale || renewed !== null) pauses.delete(of.account)
        const retryAt = stale ? pausedUntil(of, readAt) : 0
        const held = (holdings: HeldState["holdings"], old: boolean): HeldState => ({
          _tag: "Held",
          holdings,
          total: sumValues(holdings),
          stale: stale || old,
          retryAt,
          source,
          ...(unsupported && { unsupported }),
        })
        const tokens = sortHoldings(rows.filter((row) => !isNative(row)))
        if (Result.isSuccess(native)) return held([native.success.holding, ...tokens], native.success.stale)
        const [first, ...others] = tokens
        return first === undefined ? unavailable(native.failure) : held([first, ...others], true)
      })

    const update = (
      of: ActiveAccount,
      renewed: RefetchedTokens | null,
    ): Effect.Effect<HeldState | UnavailableState> =>
      Effect.gen(function* () {
        wanted = true
        const turn = ++begun
        const failed = failures.get(of.account)
        if (renewed === null && failed !== undefined && (yield* Clock.currentTimeMillis) < failed.retryAt) {
          yield* show(of, turn, failed)
          return failed
        }
        const next = yield* read(of, renewed).pipe(
          // If no request was sent, a retry costs nothing.
          Effect.catch((problem) => Effect.succeed<UnavailableState>({ ...emptyUnavailable, problem })),
        )
        failures.delete(of.account)
        if (next._tag === "Unavailable") failures.set(of.account, next)
        yield* show(of, turn, next)
        return next
      })

    const ifConnected = (act: (of: ActiveAccount) => Effect.Effect<unknown>) =>
      Effect.suspend(() => {
        wanted = true
        const of = getActiveAccount(deps)
        return of === null ? Effect.void : Effect.asVoid(joinShared(act(of), scope))
      })

    yield* watchActiveAccount(deps, (holder) =>
      Effect.gen(function* () {
        latest = ++begun
        yield* SubscriptionRef.set(state, { _tag: holder === null ? "Disconnected" : "Loading" })
        if (holder !== null && wanted) yield* Effect.forkIn(update(holder, null), scope)
      }),
    )
    yield* onEntrySettled(deps.ledger, ({ account, subject, state: { _tag } }) =>
      Effect.suspend(() => {
        const of = getActiveAccount(deps)
        if (
          of === null ||
          toAddressKey(of.account) !== toAddressKey(account) ||
          !balanceChangingStates.test(_tag)
        )
          return Effect.void
        if (!wanted) return deps.account.refresh
        return update(of, getAffectedTokens(subject))
      }),
    )

    const holdings: Holdings = {
      state,
      refresh: ifConnected((of) => update(of, null)),
      refetch: (tokens) => ifConnected((of) => update(of, tokens)),
      find: (text) =>
        Effect.gen(function* () {
          const of = getActiveAccount(deps)
          if (of === null) return yield* new EngineError({ reason: { _tag: "NotConnected" } })
          const held = yield* update(of, null)
          return yield* findHolding(text.trim(), { held, of, chain: yield* loadChain(deps, of) })
        }),
    }
    return holdings
  })

const isNative = ({ token }: Holding) => token.address === null

const nativeOnlyListing: TokenListing = { holdings: [], source: "chain", stale: false }
const unlistedTokens: TokenListing = { ...nativeOnlyListing, unsupported: true }

const emptyUnavailable = { _tag: "Unavailable", holdings: [], retryAt: 0 } as const

/** The states that change the account's balance: a failed transaction has cost its fee too. */
const balanceChangingStates = /^(Confirmed|Reverted|Replaced|Cancelled)$/

/** Returns the tokens' ids for the endpoint: CAIP-10. */
const toTokenIds = ({ network, rules }: HoldingContext, tokens: RefetchedTokens): readonly CaipAddress[] =>
  tokens.flatMap((token): readonly CaipAddress[] => {
    const plain = token ?? rules.nativeAddress
    return plain === null ? [] : [`${network.caipNetworkId}:${plain}`]
  })
