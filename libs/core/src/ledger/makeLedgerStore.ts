import { SubscriptionRef } from "@wmodal/protocol"
import { Effect, Fiber, type Scope, Stream } from "effect"
import * as z from "zod/mini"
import { followState } from "../effects/followState.ts"
import type { EngineServices } from "../services/EngineServices.ts"
import { ledgerKey } from "../storage/PersistedState.ts"
import { keepLedgerAside } from "./keepLedgerAside.ts"
import { isSettled, type Ledger, type LedgerEntry } from "./Ledger.ts"
import {
  hasMoreKnowledge,
  isFullOfPayments,
  isGuarding,
  maxPayments,
  mergeEntries,
  toCompactEntry,
} from "./ledgerModel.ts"
import { type StoredEntry, StoredEntrySchema } from "./StoredEntry.ts"

export type LedgerStore = Effect.Success<ReturnType<typeof makeLedgerStore>>

const fullText = `The record is full: ${maxPayments} payments of the last days. The oldest are forgotten, and can be repeated.`

/** Makes all entries, in sync with storage and so with every other tab. */
export const makeLedgerStore = ({ storage, warn }: Pick<EngineServices, "storage" | "warn">) =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const services = yield* Effect.context<never>()
    const record = makeLedgerRecord(storage, warn)
    const entries = yield* SubscriptionRef.make<readonly LedgerEntry[]>([])
    const asking = new Map<string, "early" | "late">()
    const views = new WeakMap<StoredEntry, LedgerEntry>()
    const listeners: Effect.Effect<void>[] = []
    let noted: readonly StoredEntry[] = []

    const viewOf = (entry: StoredEntry): LedgerEntry => {
      const mine = asking.has(entry.id)
      const known = views.get(entry)
      if (known?.mine === mine) return known
      const { turn: _turn, sharpened: _sharpened, told: _told, raw: _raw, ...rest } = entry
      const view = { ...rest, mine }
      views.set(entry, view)
      return view
    }

    let stored: readonly StoredEntry[] = []
    const read = (): readonly StoredEntry[] => {
      const before = stored
      stored = record.read()
      if (stored !== before) noted = mergeEntries(noted, stored)
      return noted
    }

    const show = Effect.suspend(() => {
      const [before, after] = [SubscriptionRef.getUnsafe(entries), noted.map(viewOf)]
      const same = before.length === after.length && before.every((entry, at) => entry === after[at])
      return Effect.andThen(
        same ? Effect.void : SubscriptionRef.set(entries, after),
        Effect.forEach(listeners, (changed) => changed, { discard: true }),
      )
    })

    let compared: readonly StoredEntry[] | null = null
    const change = (how: (all: readonly StoredEntry[]) => readonly StoredEntry[]) =>
      Effect.suspend(() => {
        const before = read()
        const after = how(before)
        const news = after.length !== before.length || after.some((entry, at) => entry !== before[at])
        if (news) noted = mergeEntries(after)
        if (isFullOfPayments(noted)) warn(fullText)
        // Applies also if nothing was changed here: another tab may have overwritten the entries.
        if ((news || stored !== compared) && hasMoreKnowledge(noted, stored)) {
          record.write(noted)
          stored = record.read()
        }
        compared = stored
        return show
      })

    yield* Effect.acquireRelease(
      Effect.sync(() =>
        storage.watch?.((key) => {
          if (key === ledgerKey) Fiber.runIn(Effect.runForkWith(services)(change((all) => all)), scope)
        }),
      ),
      (unwatch) => Effect.sync(() => unwatch?.()),
    )

    read()
    yield* show
    return {
      entries,
      /** Returns the entries that every tab has written so far. Newest first. */
      read,
      get: (id: string): StoredEntry | null => noted.find((entry) => entry.id === id) ?? null,
      toView: viewOf,
      /** Changes the shared entries, and completes when the change is stored and shown. */
      change,
      changeOne: (id: string, how: (entry: StoredEntry) => StoredEntry) =>
        change((all) => all.map((entry) => (entry.id === id ? how(entry) : entry))),
      /** Requests of this engine that have no wallet response yet, and whether they are late by now. */
      asking,
      /** Runs the effect after each later change. */
      onChange: (changed: Effect.Effect<void>) => {
        listeners.push(changed)
      },
    }
  })

/** Emits an entry and each of its changes, until it is settled. */
export const makeFollow =
  (entries: Ledger["entries"]): Ledger["follow"] =>
  (id) =>
    Stream.suspend(() => {
      let last: LedgerEntry | undefined
      return SubscriptionRef.changes(entries).pipe(
        Stream.map((list) => list.find((entry) => entry.id === id)),
        Stream.takeUntil((entry) => entry === undefined || isSettled(entry.state)),
        Stream.filter((entry): entry is LedgerEntry => {
          const isChanged = entry !== last
          last = entry
          return isChanged && entry !== undefined
        }),
      )
    })

/** Emits each entry once, when it is settled. Ends with the scope. */
export const onEntrySettled = (
  { entries }: Pick<Ledger, "entries">,
  tell: (entry: LedgerEntry) => Effect.Effect<unknown>,
): Effect.Effect<void, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const open = new Set<string>()
    yield* followState(entries, (now) =>
      Effect.forEach(now, (entry) => {
        if (!isSettled(entry.state)) {
          open.add(entry.id)
          return Effect.void
        }
        return open.delete(entry.id) ? Effect.forkIn(tell(entry), scope) : Effect.void
      }),
    )
  })

const LedgerEnvelope = z.object({ v: z.literal(1), data: z.array(z.unknown()) })

/** Maximum number of preserved entries of a newer version, which may have been written while this page was open. */
const maxForeignEntries = 100

interface StoredLedger {
  readonly text: string | null
  readonly entries: readonly StoredEntry[]
  /** Entries that do not decode. One may be a payment that only a newer version can track. */
  readonly foreign: readonly unknown[]
}

const encodeEntries = (entries: readonly StoredEntry[], foreign: readonly unknown[]): string =>
  JSON.stringify({ v: 1, data: [...entries, ...foreign] }, (_key, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  )

const decodeEntries = (text: string): Pick<StoredLedger, "entries" | "foreign"> | null => {
  try {
    const envelope = LedgerEnvelope.safeParse(JSON.parse(text))
    if (!envelope.success) return null
    const entries: StoredEntry[] = []
    const foreign: unknown[] = []
    for (const one of envelope.data.data) {
      const entry = StoredEntrySchema.safeParse(one)
      if (entry.success) entries.push(entry.data)
      else if (typeof one === "object" && one !== null) foreign.push(one)
    }
    return { entries, foreign: foreign.slice(0, maxForeignEntries) }
  } catch {
    return null
  }
}

/**
 * Creates the persistent copy of the ledger. Its methods never throw. `warn` receives each problem once, because reported
 * problems are remembered.
 */
export const makeLedgerRecord = (storage: EngineServices["storage"], warn: EngineServices["warn"]) => {
  let last: StoredLedger = { text: null, entries: [], foreign: [] }

  const stored = (): string | null => {
    try {
      return storage.get(ledgerKey)
    } catch {
      return null
    }
  }

  const store = (entries: readonly StoredEntry[]): boolean => {
    try {
      const text = encodeEntries(entries, last.foreign)
      storage.set(ledgerKey, text)
      // Entries that were written here need no decoding.
      last = { ...last, text, entries }
      return true
    } catch {
      return false
    }
  }

  return {
    /** Returns the stored entries that decode. The list keeps its identity while the data is unchanged. */
    read: (): readonly StoredEntry[] => {
      const text = stored()
      if (text !== last.text) {
        const found = text === null ? null : decodeEntries(text)
        if (text !== null && found === null) {
          keepLedgerAside(storage, text)
          warn(`Ignored stored "${ledgerKey}": unknown format. It is kept as "${ledgerKey}.bad".`)
        }
        last = { text, ...(found ?? { entries: [], foreign: [] }) }
      }
      return last.entries
    },
    /** Stores the entries. If storage is full, only unsettled ones and payments are stored, then unsettled ones alone. */
    write: (entries: readonly StoredEntry[]): void => {
      if (store(entries) || store(entries.filter(isGuarding).map(toCompactEntry))) return
      warn(
        store(entries.filter(({ state }) => !isSettled(state)))
          ? "Storage is full: payments that were made are not remembered after this visit, and can be repeated."
          : "Storage is blocked or full: wallet requests are not remembered after this visit.",
      )
    },
  }
}
