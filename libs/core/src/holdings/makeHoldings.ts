import { type ApiError, portfolioIntervalsMs, toAddressKey } from "@wmodal/api"
import type { CaipAddress } from "@wmodal/protocol"
import { Clock, Effect, Result, SubscriptionRef } from "effect"
import { surviving } from "../attempt/surviving.ts"
import { askChain, type ChainAtHand } from "../flows/askChain.ts"
import type { FlowProblem } from "../flows/FlowProblem.ts"
import { followSettled } from "../flows/followSettled.ts"
import { goingOn } from "../flows/goingOn.ts"
import { followHolder, type Holder, holderOf, isShown } from "../flows/Holder.ts"
import type { Surroundings } from "../flows/Surroundings.ts"
import type { Ledger } from "../ledger/Ledger.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { Exchange } from "../swap/makeExchange.ts"
import { findHolding } from "./findHolding.ts"
import type { Holding, Holdings, HoldingsState } from "./Holdings.ts"
import { holdingOfAsset, holdingOfBalance, nativeHolding, type Place } from "./holdingOf.ts"
import { inOrder, totalOf } from "./inOrder.ts"
import { movedBy } from "./movedBy.ts"
import { nativeAddress } from "./nativeAddress.ts"
import { makeNativePrices } from "./nativePrices.ts"
import { makeWalletAssets } from "./walletAssets.ts"

type Held = Extract<HoldingsState, { readonly _tag: "Held" }>
type Unavailable = Extract<HoldingsState, { readonly _tag: "Unavailable" }>
/** Plain addresses of tokens to be read anew, `null` for the network's own currency. */
type Renewed = readonly (string | null)[]

/** What somebody else than the chain lists. */
interface Listed extends Pick<Held, "source" | "stale"> {
  readonly holdings: readonly Holding[]
}

export const makeHoldings = (
  around: Pick<Surroundings, "account" | "networks" | "board" | "connectors" | "clients"> & {
    readonly ledger: Pick<Ledger, "entries">
    readonly exchange: Pick<Exchange, "prices"> | null
  },
) =>
  Effect.gen(function* () {
    const { clients } = around
    const scope = yield* Effect.scope
    const state = yield* SubscriptionRef.make<HoldingsState>({ _tag: "Disconnected" })
    const walletAssets = yield* makeWalletAssets(around)
    const nativePrices = yield* makeNativePrices(around.exchange?.prices ?? null)
    const failures = new Map<CaipAddress, Unavailable>()
    /** When tokens that are out of date are asked for again, UTC milliseconds. */
    const pauses = new Map<CaipAddress, number>()
    /** Nothing is read before a face asks, and from then on whatever is shown. */
    let wanted = false
    let begun = 0
    let latest = 0

    const show = (of: Holder, turn: number, next: HoldingsState) =>
      Effect.suspend(() => {
        if (!isShown(around, of) || turn < latest) return Effect.void
        latest = turn
        return SubscriptionRef.set(state, next)
      })

    const listed = (of: Holder, place: Place, renewed: Renewed | null): Effect.Effect<Listed, ApiError> =>
      Effect.gen(function* () {
        const assets = yield* renewed === null ? walletAssets.get(of) : walletAssets.refetch(of)
        if (assets.value !== null)
          return {
            holdings: assets.value.flatMap((asset) => holdingOfAsset(asset, place) ?? []),
            source: "wallet",
            stale: false,
          }
        if (clients.api === null || !listedChains.test(of.network.chainNamespace)) return chainAlone
        const { portfolio } = clients.api
        const holder = { network: of.network.caipNetworkId, address: of.address }
        const answer = yield* renewed === null
          ? portfolio.read(holder)
          : portfolio.refetch(holder, namesOf(of, renewed))
        switch (answer._tag) {
          case "Unsupported":
            return chainAlone
          case "Unavailable":
            return yield* Effect.fail(answer.error.cause)
          case "Held": {
            const { value, isStale } = answer.reading
            return {
              holdings: value.flatMap((row) => holdingOfBalance(row, place) ?? []),
              source: "api",
              stale: isStale,
            }
          }
        }
      })

    /** As others list it, else as the chain has it. */
    const nativeOf = (rows: readonly Holding[], of: Holder, { actions, asking }: ChainAtHand) => {
      const listed = rows.find(isNative)
      if (listed !== undefined) return Effect.succeed({ holding: listed, stale: false })
      const { account, address, network } = of
      return Effect.gen(function* () {
        const read = surviving(actions.balance({ ...asking, address }))
        const { value, isStale } = yield* clients.balances.get({ account, read })
        const price = value === 0n ? null : (yield* nativePrices.get(network)).value
        return { holding: nativeHolding(network, value, { price }), stale: isStale }
      })
    }

    /** However often somebody looks meanwhile, a pause is not made longer. */
    const pausedUntil = ({ account }: Holder, now: number): number => {
      const until = pauses.get(account) ?? 0
      if (until > now) return until
      pauses.set(account, now + portfolioIntervalsMs.pause)
      return now + portfolioIntervalsMs.pause
    }

    const read = (of: Holder, renewed: Renewed | null): Effect.Effect<Held | Unavailable, EngineError> =>
      Effect.gen(function* () {
        const chain = yield* askChain(around, of)
        // The header shows the same balance, and is to be as new.
        if (renewed !== null) yield* around.account.refresh
        const place = { network: of.network, address: chain.actions.address }
        const list = yield* Effect.result(listed(of, place, renewed))
        const rows = Result.isSuccess(list) ? list.success.holdings : []
        const native = yield* Effect.result(nativeOf(rows, of, chain))
        const readAt = yield* Clock.currentTimeMillis
        const unavailable = (problem: FlowProblem): Unavailable => ({
          _tag: "Unavailable",
          problem,
          holdings: Result.isSuccess(native) ? [native.success.holding] : [],
          retryAt: readAt + portfolioIntervalsMs.pause,
        })
        if (Result.isFailure(list)) return unavailable(list.failure)
        const { source, stale } = list.success
        if (!stale || renewed !== null) pauses.delete(of.account)
        const retryAt = stale ? pausedUntil(of, readAt) : 0
        const held = (holdings: Held["holdings"], old: boolean): Held => ({
          _tag: "Held",
          holdings,
          total: totalOf(holdings),
          stale: stale || old,
          retryAt,
          source,
        })
        const tokens = inOrder(rows.filter((row) => !isNative(row)))
        if (Result.isSuccess(native)) return held([native.success.holding, ...tokens], native.success.stale)
        const [first, ...others] = tokens
        return first === undefined ? unavailable(native.failure) : held([first, ...others], true)
      })

    const update = (of: Holder, renewed: Renewed | null): Effect.Effect<Held | Unavailable> =>
      Effect.gen(function* () {
        wanted = true
        const turn = ++begun
        const failed = failures.get(of.account)
        if (renewed === null && failed !== undefined && (yield* Clock.currentTimeMillis) < failed.retryAt) {
          yield* show(of, turn, failed)
          return failed
        }
        const next = yield* read(of, renewed).pipe(
          // Of what was not asked at all, asking again costs nothing.
          Effect.catch((problem) => Effect.succeed<Unavailable>({ ...nothing, problem })),
        )
        failures.delete(of.account)
        if (next._tag === "Unavailable") failures.set(of.account, next)
        yield* show(of, turn, next)
        return next
      })

    const ifConnected = (act: (of: Holder) => Effect.Effect<unknown>) =>
      Effect.suspend(() => {
        wanted = true
        const of = holderOf(around)
        return of === null ? Effect.void : Effect.asVoid(goingOn(act(of), scope))
      })

    yield* followHolder(around, (holder) =>
      Effect.gen(function* () {
        latest = ++begun
        yield* SubscriptionRef.set(state, { _tag: holder === null ? "Disconnected" : "Loading" })
        if (holder !== null && wanted) yield* Effect.forkIn(update(holder, null), scope)
      }),
    )
    yield* followSettled(around.ledger, ({ account, subject, state: { _tag } }) =>
      Effect.suspend(() => {
        const of = holderOf(around)
        if (of === null || toAddressKey(of.account) !== toAddressKey(account) || !movesMoney.test(_tag))
          return Effect.void
        if (!wanted) return around.account.refresh
        return update(of, movedBy(subject))
      }),
    )

    const holdings: Holdings = {
      state,
      refresh: ifConnected((of) => update(of, null)),
      renew: (tokens) => ifConnected((of) => update(of, tokens)),
      find: (text) =>
        Effect.gen(function* () {
          const of = holderOf(around)
          if (of === null) return yield* new EngineError({ reason: { _tag: "NotConnected" } })
          const held = yield* update(of, null)
          return yield* findHolding(text.trim(), { held, of, chain: yield* askChain(around, of) })
        }),
    }
    return holdings
  })

const isNative = ({ token }: Holding) => token.address === null

/** Where the API lists what accounts hold. Source: the AppKit 1.7.2 wire. */
const listedChains = /^(eip155|solana)$/

const chainAlone: Listed = { holdings: [], source: "chain", stale: false }

const nothing = { _tag: "Unavailable", holdings: [], retryAt: 0 } as const

/** What leaves the account with another balance: even what failed has cost its fee. */
const movesMoney = /^(Confirmed|Reverted|Replaced|Cancelled)$/

/** As the endpoint knows them: CAIP-10. */
const namesOf = ({ network }: Holder, tokens: Renewed): readonly CaipAddress[] =>
  tokens.flatMap((token): readonly CaipAddress[] => {
    const plain = token ?? nativeAddress(network.chainNamespace)
    return plain === null ? [] : [`${network.caipNetworkId}:${plain}`]
  })
