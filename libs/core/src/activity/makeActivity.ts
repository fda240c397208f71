import { type ApiError, type HistoryPage, toAddressKey } from "@wmodal/api"
import { Clock, Effect, Result, Stream, SubscriptionRef } from "effect"
import type { Accounts } from "../accounts/Accounts.ts"
import { askChain } from "../flows/askChain.ts"
import { followSettled } from "../flows/followSettled.ts"
import { goingOn } from "../flows/goingOn.ts"
import { followHolder, type Holder, holderOf, isShown } from "../flows/Holder.ts"
import type { Surroundings } from "../flows/Surroundings.ts"
import type { Ledger, LedgerEntry } from "../ledger/Ledger.ts"
import type { Problem } from "../problems/Problem.ts"
import { isSmart } from "../send/payer.ts"
import type { Activity, ActivityRow, ActivityState } from "./Activity.ts"
import { type Month, monthIn } from "./calendar.ts"
import { type HistoryPages, nextCursor } from "./historyPages.ts"
import { type DatedRow, merged } from "./merged.ts"
import { historyRow, isForPerson, ledgerRow, type RowPlace } from "./rows.ts"

/** Pages that are read in a row for one that has something to show. */
const mostPages = 10

/** How far the history of one account has been read. */
interface Book extends RowPlace {
  readonly of: Holder
  /** Newest first. */
  rows: readonly DatedRow[]
  readonly keys: Set<string>
  /** Of the page to be read next; `null` for the first, and after the last. */
  cursor: string | null
  readonly used: Set<string>
  more: Extract<ActivityState, { readonly _tag: "Loaded" }>["more"]
}

export const makeActivity = (
  around: Pick<Surroundings, "account" | "networks" | "connectors" | "options" | "emit"> & {
    readonly clients: Pick<Surroundings["clients"], "rpcOf">
    readonly ledger: Pick<Ledger, "entries">
    readonly accounts: Accounts
    readonly history: HistoryPages
  },
  monthOf: (at: number) => Month = monthIn(),
) =>
  Effect.gen(function* () {
    const { ledger, history, options } = around
    const scope = yield* Effect.scope
    const state = yield* SubscriptionRef.make<ActivityState>({ _tag: "Disconnected" })
    /** Nothing is read before a face asks, and from then on whatever is shown. */
    let wanted = false
    let book: Book | null = null
    let begun = 0
    let failed: { readonly of: Holder; readonly problem: ApiError | Problem } | null = null
    let dated = new WeakMap<LedgerEntry, DatedRow>()

    const date = (row: ActivityRow): DatedRow => ({ row, month: monthOf(row.at) })

    /** An entry is another value with each change of it. */
    const ledgerRows = ({ account, network }: Holder): readonly DatedRow[] =>
      SubscriptionRef.getUnsafe(ledger.entries).flatMap((entry) => {
        if (entry.network !== network.caipNetworkId || toAddressKey(entry.account) !== toAddressKey(account))
          return []
        const known = dated.get(entry)
        if (known !== undefined) return [known]
        const row = ledgerRow(entry, network)
        if (row === null) return []
        const made = date(row)
        dated.set(entry, made)
        return [made]
      })

    const show = Effect.suspend(() => {
      if (failed !== null) {
        const { of, problem } = failed
        const { pending } = merged({ history: [], ledger: ledgerRows(of), unread: true })
        return SubscriptionRef.set(state, { _tag: "Failed", problem, pending })
      }
      if (book === null) return Effect.void
      const unread = book.more !== "none"
      const { pending, months } = merged({ history: book.rows, ledger: ledgerRows(book.of), unread })
      return SubscriptionRef.set(state, { _tag: "Loaded", pending, months, more: book.more })
    })

    /** For the host's subscribers. */
    const tell = (name: string, { address, network }: Holder, cursor: string | null) =>
      around.emit(name, {
        address,
        projectId: options.projectId,
        ...(cursor !== null && { cursor }),
        isSmartAccount: isSmart(around, { network }),
      })

    const read = (into: Book, how: keyof HistoryPages, cursor: string | null) =>
      history[how]({ of: into.of, cursor }).pipe(
        Effect.tapError(() => tell("ERROR_FETCH_TRANSACTIONS", into.of, cursor)),
      )

    /** The rows of a page that are to be shown and are not there yet. */
    const rowsOf = (into: Book, { data }: HistoryPage, before: number): readonly DatedRow[] => {
      let at = before
      return data.flatMap((transaction) => {
        if (!isForPerson(transaction, into.network)) return []
        const row = historyRow(transaction, into, at)
        at = row.at
        if (into.keys.has(row.key)) return []
        into.keys.add(row.key)
        return [date(row)]
      })
    }

    /** Reads on until there is something more to show. What has been read stays read, whatever fails then. */
    const readOn = (into: Book, how: keyof HistoryPages): Effect.Effect<void, ApiError | Problem> =>
      Effect.gen(function* () {
        const before = into.rows.length
        const now = yield* Clock.currentTimeMillis
        for (let page = 0; page < mostPages && into.rows.length === before; page++) {
          const found = yield* read(into, how, into.cursor)
          into.rows = [...into.rows, ...rowsOf(into, found, into.rows.at(-1)?.row.at ?? now)]
          into.cursor = nextCursor(found, into.used)
          into.more = into.cursor === null ? "none" : "ready"
          if (into.cursor === null) return
          into.used.add(into.cursor)
        }
        // Who pages on by itself would do so for ever where a server never ends.
        if (into.rows.length === before) into.more = "failed"
      })

    const open = (of: Holder): Effect.Effect<Book> =>
      Effect.map(
        askChain(around, of).pipe(
          Effect.map(({ actions }) => actions.address),
          Effect.orElseSucceed(() => () => null),
        ),
        (address) => ({
          of,
          network: of.network,
          account: of.address,
          address,
          rows: [],
          keys: new Set(),
          cursor: null,
          used: new Set(),
          more: "none",
        }),
      )

    /** Reads the first page, and begins a new book with it. An answer that comes after another was begun is not shown. */
    const begin = (of: Holder, how: keyof HistoryPages) =>
      Effect.gen(function* () {
        const turn = ++begun
        const next = yield* open(of)
        const result = yield* Effect.result(readOn(next, how))
        if (turn !== begun || !isShown(around, of)) return
        failed = Result.isFailure(result) ? { of, problem: result.failure } : null
        book = failed === null ? next : null
        yield* show
      })

    /** Reads the first page anew and puts it on top of what is there; what happens meanwhile goes before. */
    const freshen = (into: Book) =>
      Effect.gen(function* () {
        const turn = begun
        const page = yield* read(into, "renew", null)
        if (turn !== begun || !isShown(around, into.of)) return
        const [newest] = into.rows
        const top: Book = { ...into, keys: new Set() }
        const rows = rowsOf(top, page, newest?.row.at ?? (yield* Clock.currentTimeMillis))
        const rest = into.rows.filter(({ row }) => !top.keys.has(row.key))
        // Between a page without anything that is there and what is there, rows may be missing.
        const joins = rest.length < into.rows.length || nextCursor(page, new Set()) === null
        if (!joins) return yield* begin(into.of, "page")
        for (const { row } of rows) into.keys.add(row.key)
        into.rows = [...rows, ...rest]
        yield* show
      }).pipe(Effect.catch(() => Effect.void))

    const ifConnected = (act: (of: Holder) => Effect.Effect<void>) =>
      Effect.suspend(() => {
        wanted = true
        const of = holderOf(around)
        return of === null ? Effect.void : goingOn(act(of), scope)
      })

    yield* followHolder(around, (holder) =>
      Effect.gen(function* () {
        begun++
        book = null
        failed = null
        dated = new WeakMap()
        yield* SubscriptionRef.set(state, { _tag: holder === null ? "Disconnected" : "Loading" })
        if (holder !== null && wanted) yield* Effect.forkIn(begin(holder, "page"), scope)
      }),
    )
    const changes = Stream.runForEach(SubscriptionRef.changes(ledger.entries), () => show)
    yield* Effect.forkIn(changes, scope, { startImmediately: true })
    yield* followSettled(ledger, (entry) =>
      Effect.suspend(() =>
        book === null || toAddressKey(book.of.account) !== toAddressKey(entry.account)
          ? Effect.void
          : freshen(book),
      ),
    )

    const activity: Activity = {
      state,
      load: ifConnected((of) => (book?.of.account === of.account ? Effect.void : begin(of, "page"))),
      more: ifConnected((of) =>
        Effect.suspend(() => {
          const into = book
          if (into === null || into.of.account !== of.account) return Effect.void
          if (into.more !== "ready" && into.more !== "failed") return Effect.void
          into.more = "loading"
          const settle = Effect.suspend(() => (book === into ? show : Effect.void))
          const waiting = SubscriptionRef.update(state, (now) =>
            now._tag === "Loaded" ? { ...now, more: into.more } : now,
          )
          return waiting.pipe(
            Effect.andThen(tell("LOAD_MORE_TRANSACTIONS", of, into.cursor)),
            Effect.andThen(readOn(into, "page")),
            Effect.catch(() =>
              Effect.sync(() => {
                into.more = "failed"
              }),
            ),
            Effect.andThen(settle),
          )
        }),
      ),
      retry: ifConnected((of) =>
        Effect.gen(function* () {
          if (book === null) yield* SubscriptionRef.set(state, { _tag: "Loading" })
          failed = null
          yield* begin(of, "renew")
        }),
      ),
    }
    return activity
  })
