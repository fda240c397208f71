import { Effect, Result, SubscriptionRef } from "effect"
import { type HistoryPages, nextCursor } from "../activity/historyPages.ts"
import { surviving } from "../attempt/surviving.ts"
import { askChain, type ChainSurroundings } from "../flows/askChain.ts"
import type { FlowProblem } from "../flows/FlowProblem.ts"
import { goingOn } from "../flows/goingOn.ts"
import { followHolder, type Holder, holderOf, isShown } from "../flows/Holder.ts"
import type { Surroundings } from "../flows/Surroundings.ts"
import type { Collectible, Collectibles, CollectiblesState } from "./Collectibles.ts"
import { candidatesIn, keyOf } from "./candidatesIn.ts"

/** Pages of history that one look goes through, at most. */
const mostPages = 5
/** Collectibles that one look is content with. */
const enough = 12

/** How far one account's history has been looked through. */
interface Book {
  readonly of: Holder
  readonly found: readonly Collectible[]
  /** Everything that was asked about, the account's or not. */
  readonly seen: ReadonlySet<string>
  /** Of the page to be read next; `null` for the first. */
  readonly cursor: string | null
  readonly used: ReadonlySet<string>
  readonly ended: boolean
}

export const makeCollectibles = (
  around: Pick<Surroundings, "account" | "networks"> & ChainSurroundings & { readonly history: HistoryPages },
) =>
  Effect.gen(function* () {
    const { history } = around
    const scope = yield* Effect.scope
    const state = yield* SubscriptionRef.make<CollectiblesState>({ _tag: "Disconnected" })
    /** Nothing is read before a face asks, and from then on whatever is shown. */
    let wanted = false
    let begun = 0
    let book: Book | null = null
    let looking: number | null = null

    const empty = (of: Holder): Book => ({
      of,
      found: [],
      seen: new Set(),
      cursor: null,
      used: new Set(),
      ended: false,
    })

    /** Looks through one more page. What it finds is the account's now, says the chain. */
    const turnPage = (from: Book, how: keyof HistoryPages): Effect.Effect<Book, FlowProblem> =>
      Effect.gen(function* () {
        const { of } = from
        const page = yield* history[how]({ of, cursor: from.cursor })
        const cursor = nextCursor(page, from.used)
        const used = cursor === null ? from.used : new Set([...from.used, cursor])
        const next: Book = { ...from, cursor, used, ended: cursor === null }
        if (page.data.length === 0) return next
        const { actions, asking } = yield* askChain(around, of)
        const candidates = new Map<string, Collectible>()
        for (const one of candidatesIn(page.data, { network: of.network, address: actions.address }))
          if (!from.seen.has(keyOf(one)) && !candidates.has(keyOf(one))) candidates.set(keyOf(one), one)
        if (candidates.size === 0) return next
        const owned = yield* surviving(
          actions.owned({ ...asking, owner: of.address, collectibles: [...candidates.values()] }),
        )
        const theirs = new Set(owned.map(keyOf))
        return {
          ...next,
          found: [...from.found, ...[...candidates.values()].filter((one) => theirs.has(keyOf(one)))],
          seen: new Set([...from.seen, ...candidates.keys()]),
        }
      })

    /** What has been found stays found, whatever fails then. An answer for an earlier account is not shown. */
    const look = (from: Book, how: keyof HistoryPages): Effect.Effect<void> =>
      Effect.suspend(() => {
        const turn = ++begun
        looking = turn
        const settle = Effect.sync(() => {
          if (looking === turn) looking = null
        })
        return Effect.ensuring(lookAs(turn, from, how), settle)
      })

    const lookAs = (turn: number, from: Book, how: keyof HistoryPages): Effect.Effect<void> =>
      Effect.gen(function* () {
        let at = from
        for (let page = 0; page < mostPages; page++) {
          const result: Result.Result<Book, FlowProblem> = yield* Effect.result(turnPage(at, how))
          if (turn !== begun || !isShown(around, from.of)) return
          if (Result.isFailure(result)) {
            const problem = result.failure
            book = at.found.length === 0 ? null : at
            const failed: CollectiblesState = { _tag: "Failed", problem }
            return yield* SubscriptionRef.set(state, book === null ? failed : { ...loaded(at), problem })
          }
          at = result.success
          if (at.ended || at.found.length >= from.found.length + enough) break
        }
        book = at
        yield* SubscriptionRef.set(state, loaded(at))
      })

    const ifConnected = (act: (of: Holder) => Effect.Effect<void>) =>
      Effect.suspend(() => {
        wanted = true
        const of = holderOf(around)
        return of === null ? Effect.void : goingOn(act(of), scope)
      })
    const isOpen = (of: Holder) => book !== null && book.of.account === of.account

    yield* followHolder(around, (holder) =>
      Effect.gen(function* () {
        begun++
        book = null
        yield* SubscriptionRef.set(state, { _tag: holder === null ? "Disconnected" : "Loading" })
        if (holder !== null && wanted) yield* Effect.forkIn(look(empty(holder), "page"), scope)
      }),
    )

    const collectibles: Collectibles = {
      state,
      load: ifConnected((of) => (isOpen(of) ? Effect.void : look(empty(of), "page"))),
      more: ifConnected((of) =>
        book === null || !isOpen(of) || book.ended || looking !== null ? Effect.void : look(book, "page"),
      ),
      retry: ifConnected((of) =>
        Effect.andThen(SubscriptionRef.set(state, { _tag: "Loading" }), look(empty(of), "renew")),
      ),
    }
    return collectibles
  })

const loaded = ({ found, ended }: Book) => ({ _tag: "Loaded", collectibles: found, more: !ended }) as const
