import { type ApiError, addressKey, portfolioTimes } from "@wmodal/api"
import type { CaipAddress } from "@wmodal/protocol"
import { Clock, Effect, Result, SubscriptionRef } from "effect"
import { surviving } from "../attempt/surviving.ts"
import { askChain } from "../flows/askChain.ts"
import type { FlowProblem } from "../flows/FlowProblem.ts"
import { followHolder, type Holder, holderOf, isShown } from "../flows/Holder.ts"
import { followSettled } from "../flows/followSettled.ts"
import type { Surroundings } from "../flows/Surroundings.ts"
import type { Ledger } from "../ledger/Ledger.ts"
import { EngineError } from "../problems/EngineError.ts"
import { findHolding } from "./findHolding.ts"
import type { Holding, Holdings, HoldingsState } from "./Holdings.ts"
import { holdingOfAsset, holdingOfBalance, nativeHolding, type Place } from "./holdingOf.ts"
import { inOrder, totalOf } from "./inOrder.ts"
import { nativeAddress } from "./nativeAddress.ts"
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
  },
) =>
  Effect.gen(function* () {
    const { clients } = around
    const state = yield* SubscriptionRef.make<HoldingsState>({ _tag: "Disconnected" })
    const walletAssets = yield* makeWalletAssets(around)
    const failures = new Map<CaipAddress, Unavailable>()
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
        const assets = yield* renewed === null ? walletAssets.get(of) : walletAssets.renew(of)
        if (assets.value !== null)
          return {
            holdings: assets.value.flatMap((asset) => holdingOfAsset(asset, place) ?? []),
            source: "wallet",
            stale: false,
          }
        if (clients.api === null) return chainAlone
        const { portfolio } = clients.api
        const holder = { network: of.network.caipNetworkId, address: of.address }
        const answer = yield* renewed === null
          ? portfolio.read(holder)
          : portfolio.renew(holder, namesOf(of, renewed))
        switch (answer._tag) {
          case "Unsupported":
            return chainAlone
          case "Unavailable":
            return yield* Effect.fail(answer.error.cause)
          case "Held": {
            const { value, stale } = answer.reading
            return {
              holdings: value.flatMap((row) => holdingOfBalance(row, place) ?? []),
              source: "api",
              stale,
            }
          }
        }
      })

    const read = (of: Holder, renewed: Renewed | null): Effect.Effect<Held | Unavailable, EngineError> =>
      Effect.gen(function* () {
        const { actions, asking } = yield* askChain(around, of)
        const { account, address, network } = of
        // The header shows the same balance, and is to be as new.
        if (renewed !== null) yield* around.account.refresh
        const list = yield* Effect.result(listed(of, { network, address: actions.address }, renewed))
        const rows = Result.isSuccess(list) ? list.success.holdings : []
        const coins = rows.some(({ token }) => token.address === null)
          ? null
          : yield* Effect.result(
              clients.balances.get({ account, read: surviving(actions.balance({ ...asking, address })) }),
            )
        const native =
          coins !== null && Result.isSuccess(coins) ? [nativeHolding(network, coins.success.value)] : []
        const unavailable = (problem: FlowProblem) =>
          Effect.map(
            Clock.currentTimeMillis,
            (now): Unavailable => ({
              _tag: "Unavailable",
              problem,
              holdings: native,
              retryAt: now + portfolioTimes.pause,
            }),
          )
        if (Result.isFailure(list)) return yield* unavailable(list.failure)
        const [first, ...others] = inOrder([...native, ...rows])
        const unread = coins !== null && Result.isFailure(coins) ? coins.failure : null
        if (first === undefined) return yield* unavailable(unread ?? nothingHeld)
        const { source, stale } = list.success
        return {
          _tag: "Held",
          holdings: [first, ...others],
          total: totalOf([first, ...others]),
          stale:
            stale || unread !== null || (coins !== null && Result.isSuccess(coins) && coins.success.stale),
          source,
        }
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
        return of === null ? Effect.void : Effect.asVoid(act(of))
      })

    const scope = yield* Effect.scope
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
        if (of === null || addressKey(of.account) !== addressKey(account) || !movesMoney.test(_tag))
          return Effect.void
        if (!wanted) return around.account.refresh
        return update(of, subject._tag === "Transfer" ? [null, subject.token.address] : [null])
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

const chainAlone: Listed = { holdings: [], source: "chain", stale: false }

const nothingHeld = new EngineError({ reason: { _tag: "Unknown", detail: "nothing is held" } })

const nothing = { _tag: "Unavailable", holdings: [], retryAt: 0 } as const

/** What leaves the account with another balance: even what failed has cost its fee. */
const movesMoney = /^(Confirmed|Reverted|Replaced|Cancelled)$/

/** As the endpoint knows them: CAIP-10. */
const namesOf = ({ network }: Holder, tokens: Renewed): readonly CaipAddress[] =>
  tokens.flatMap((token): readonly CaipAddress[] => {
    const plain = token ?? nativeAddress(network.chainNamespace)
    return plain === null ? [] : [`${network.caipNetworkId}:${plain}`]
  })
