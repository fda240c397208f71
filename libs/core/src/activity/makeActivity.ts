import { type ApiError, toAddressKey } from "@wmodal/api"
import { Clock, SubscriptionRef } from "@wmodal/protocol"
import { Effect, Result, Stream } from "effect"
import type { Accounts } from "../accounts/Accounts.ts"
import { joinShared } from "../effects/joinShared.ts"
import type { Ledger, LedgerEntry } from "../ledger/Ledger.ts"
import { onEntrySettled } from "../ledger/makeLedgerStore.ts"
import type { Problem } from "../problems/Problem.ts"
import { isSmartAccount } from "../send/payer.ts"
import {
  type ActiveAccount,
  getActiveAccount,
  isActiveAccount,
  watchActiveAccount,
} from "../services/ActiveAccount.ts"
import type { EngineServices } from "../services/EngineServices.ts"
import { getNextCursor, type HistoryPages, type HistorySlice } from "../services/historyPages.ts"
import { loadChain } from "../services/loadChain.ts"
import type { Activity, ActivityRow, ActivityState } from "./Activity.ts"
import { isRelevant, type RowContext, toHistoryRow, toLedgerRow } from "./activityRows.ts"
import { type Month, makeToMonth } from "./calendar.ts"
import { type DatedRow, mergeActivity } from "./mergeActivity.ts"

/** Maximum number of consecutive pages that are read to find a visible row. */
const maxPagesPerLoad = 10

/** The loaded part of one account's history. */
interface HistoryProgress extends RowContext {
  readonly of: ActiveAccount
  /** Newest first. */
  rows: readonly DatedRow[]
  readonly keys: Set<string>
  /** The cursor of the next page; `null` for the first, and after the last. */
  cursor: string | null
  readonly used: Set<string>
  more: Extract<ActivityState, { readonly _tag: "Loaded" }>["more"]
  unsupported: boolean
  problem: ApiError | Problem | null
}

export const makeActivity = (
  deps: Pick<EngineServices, "account" | "networks" | "connectors" | "options" | "emit"> & {
    readonly clients: Pick<EngineServices["clients"], "rpcOf">
    readonly ledger: Pick<Ledger, "entries">
    readonly accounts: Accounts
    readonly history: HistoryPages
  },
  monthOf: (at: number) => Month = makeToMonth(),
) =>
  Effect.gen(function* () {
    const { ledger, history, options } = deps
    const scope = yield* Effect.scope
    const state = yield* SubscriptionRef.make<ActivityState>({ _tag: "Disconnected" })
    /** False until the UI requests the activity; from then on every shown account is read. */
    let wanted = false
    let book: HistoryProgress | null = null
    let begun = 0
    let failed: { readonly of: ActiveAccount; readonly problem: ApiError | Problem } | null = null
    let dated = new WeakMap<LedgerEntry, DatedRow>()

    const date = (row: ActivityRow): DatedRow => ({ row, month: monthOf(row.at) })

    /** An entry is a new object after each change. */
    const ledgerRows = ({ account, network }: ActiveAccount): readonly DatedRow[] =>
      SubscriptionRef.getUnsafe(ledger.entries).flatMap((entry) => {
        if (entry.network !== network.caipNetworkId || toAddressKey(entry.account) !== toAddressKey(account))
          return []
        const known = dated.get(entry)
        if (known !== undefined) return [known]
        const row = toLedgerRow(entry, network)
        if (row === null) return []
        const made = date(row)
        dated.set(entry, made)
        return [made]
      })

    const show = Effect.suspend(() => {
      if (failed !== null) {
        const { of, problem } = failed
        const { pending } = mergeActivity({ history: [], ledger: ledgerRows(of), unread: true })
        return SubscriptionRef.set(state, { _tag: "Failed", problem, pending })
      }
      if (book === null) return Effect.void
      const unread = book.more !== "none"
      const { pending, months } = mergeActivity({ history: book.rows, ledger: ledgerRows(book.of), unread })
      const { more, problem, unsupported } = book
      return SubscriptionRef.set(state, {
        _tag: "Loaded",
        pending,
        months,
        more,
        ...(unsupported && { unsupported }),
        ...(problem !== null && { problem }),
      })
    })

    /** Emits the event for the host app's subscribers. */
    const tell = (
      name: "ERROR_FETCH_TRANSACTIONS" | "LOAD_MORE_TRANSACTIONS",
      { address, network }: ActiveAccount,
      cursor: string | null,
    ) =>
      deps.emit(name, {
        address,
        projectId: options.projectId,
        ...(cursor !== null && { cursor }),
        isSmartAccount: isSmartAccount(deps, { network }),
      })

    const read = (into: HistoryProgress, how: keyof HistoryPages, cursor: string | null) =>
      history[how]({ of: into.of, cursor }).pipe(
        Effect.tapError(() => tell("ERROR_FETCH_TRANSACTIONS", into.of, cursor)),
      )

    /** Returns the visible rows of a page that are not loaded yet. */
    const rowsOf = (into: HistoryProgress, { data }: HistorySlice, before: number): readonly DatedRow[] => {
      let at = before
      return data.flatMap((transaction) => {
        if (!isRelevant(transaction, into.network)) return []
        const row = toHistoryRow(transaction, into, at)
        at = row.at
        if (into.keys.has(row.key)) return []
        into.keys.add(row.key)
        return [date(row)]
      })
    }

    /** Reads pages until there is a new visible row. Rows that were read stay after a failure. */
    const readOn = (
      into: HistoryProgress,
      how: keyof HistoryPages,
    ): Effect.Effect<void, ApiError | Problem> =>
      Effect.gen(function* () {
        const before = into.rows.length
        const now = yield* Clock.currentTimeMillis
        for (let page = 0; page < maxPagesPerLoad && into.rows.length === before; page++) {
          const found = yield* read(into, how, into.cursor)
          into.unsupported = found.unsupported === true
          into.rows = [...into.rows, ...rowsOf(into, found, into.rows.at(-1)?.row.at ?? now)]
          into.cursor = getNextCursor(found, into.used)
          into.more = into.cursor === null ? "none" : "ready"
          if (into.cursor === null) return
          into.used.add(into.cursor)
        }
        // Automatic paging would never stop if a server's history never ended.
        if (into.rows.length === before) into.more = "failed"
      })

    const open = (of: ActiveAccount): Effect.Effect<HistoryProgress> =>
      Effect.map(
        loadChain(deps, of).pipe(
          Effect.map(({ actions }) => actions.address),
          Effect.orElseSucceed(() => () => null),
        ),
        (address) => ({
          of,
          network: of.network,
          account: of.address,
          address,
          imageHosts: options.imageHosts,
          rows: [],
          keys: new Set(),
          cursor: null,
          used: new Set(),
          more: "none",
          unsupported: false,
          problem: null,
        }),
      )

    /** Reads the first page into a new store. The result is dropped if another read started meanwhile. */
    const begin = (of: ActiveAccount, how: keyof HistoryPages) =>
      Effect.gen(function* () {
        const turn = ++begun
        const next = yield* open(of)
        const result = yield* Effect.result(readOn(next, how))
        if (turn !== begun || !isActiveAccount(deps, of)) return
        failed = Result.isFailure(result) ? { of, problem: result.failure } : null
        book = failed === null ? next : null
        yield* show
      })

    /** Reads the first page again and puts it on top of the loaded rows; other operations take precedence. */
    const freshen = (into: HistoryProgress) =>
      Effect.gen(function* () {
        const turn = begun
        const page = yield* read(into, "refetch", null)
        if (turn !== begun || !isActiveAccount(deps, into.of)) return
        const [newest] = into.rows
        const top: HistoryProgress = { ...into, keys: new Set() }
        const rows = rowsOf(top, page, newest?.row.at ?? (yield* Clock.currentTimeMillis))
        const rest = into.rows.filter(({ row }) => !top.keys.has(row.key))
        // If the new page and the loaded rows do not overlap, rows may be missing between them.
        const joins = rest.length < into.rows.length || getNextCursor(page, new Set()) === null
        if (!joins) return yield* begin(into.of, "page")
        for (const { row } of rows) into.keys.add(row.key)
        into.rows = [...rows, ...rest]
        yield* show
      }).pipe(Effect.catch(() => Effect.void))

    const ifConnected = (act: (of: ActiveAccount) => Effect.Effect<void>) =>
      Effect.suspend(() => {
        wanted = true
        const of = getActiveAccount(deps)
        return of === null ? Effect.void : joinShared(act(of), scope)
      })

    yield* watchActiveAccount(deps, (holder) =>
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
    yield* onEntrySettled(ledger, (entry) =>
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
          into.problem = null
          const settle = Effect.suspend(() => (book === into ? show : Effect.void))
          const waiting = SubscriptionRef.update(state, (now) =>
            now._tag === "Loaded" ? { ...now, more: into.more } : now,
          )
          return waiting.pipe(
            Effect.andThen(tell("LOAD_MORE_TRANSACTIONS", of, into.cursor)),
            Effect.andThen(readOn(into, "page")),
            Effect.catch((problem) =>
              Effect.sync(() => {
                into.more = "failed"
                into.problem = problem
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
          yield* begin(of, "refetch")
        }),
      ),
    }
    return activity
  })
