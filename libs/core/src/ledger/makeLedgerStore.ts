import { SubscriptionRef } from "@wmodal/protocol"
import { Effect, Fiber, type Scope } from "effect"
import type { EngineServices } from "../services/EngineServices.ts"
import { ledgerKey } from "../storage/PersistedState.ts"
import type { LedgerEntry } from "./Ledger.ts"
import { hasMoreKnowledge, mergeEntries } from "./ledgerModel.ts"
import { makeLedgerRecord } from "./ledgerRecord.ts"
import type { StoredEntry } from "./StoredEntry.ts"

/** All entries, in sync with storage and so with every other tab. */
export interface LedgerStore {
  readonly entries: SubscriptionRef.SubscriptionRef<readonly LedgerEntry[]>
  /** Returns the entries that every tab has written so far. Newest first. */
  readonly read: () => readonly StoredEntry[]
  readonly get: (id: string) => StoredEntry | null
  readonly toView: (entry: StoredEntry) => LedgerEntry
  /** Changes the shared entries, and completes when the change is stored and shown. */
  readonly change: (how: (all: readonly StoredEntry[]) => readonly StoredEntry[]) => Effect.Effect<void>
  readonly changeOne: (id: string, how: (entry: StoredEntry) => StoredEntry) => Effect.Effect<void>
  /** Requests of this engine that have no wallet response yet, and whether they are late by now. */
  readonly asking: Map<string, "early" | "late">
  /** Runs the effect after each later change. */
  readonly onChange: (changed: Effect.Effect<void>) => void
}

export const makeLedgerStore = ({
  storage,
  warn,
}: Pick<EngineServices, "storage" | "warn">): Effect.Effect<LedgerStore, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const services = yield* Effect.context<never>()
    const record = makeLedgerRecord(storage, warn)
    const entries = yield* SubscriptionRef.make<readonly LedgerEntry[]>([])
    const asking: LedgerStore["asking"] = new Map()
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
    const read = () => {
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
    const change: LedgerStore["change"] = (how) =>
      Effect.suspend(() => {
        const before = read()
        const after = how(before)
        const news = after.length !== before.length || after.some((entry, at) => entry !== before[at])
        if (news) noted = mergeEntries(after)
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

    const book: LedgerStore = {
      entries,
      read,
      get: (id) => noted.find((entry) => entry.id === id) ?? null,
      toView: viewOf,
      change,
      changeOne: (id, how) => change((all) => all.map((entry) => (entry.id === id ? how(entry) : entry))),
      asking,
      onChange: (changed) => {
        listeners.push(changed)
      },
    }
    read()
    yield* show
    return book
  })
