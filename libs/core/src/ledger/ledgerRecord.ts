import * as z from "zod/mini"
import { ledgerKey } from "../storage/PersistedState.ts"
import type { Storage } from "../storage/Storage.ts"
import { isSettled } from "./Ledger.ts"
import { type StoredEntry, StoredEntrySchema } from "./StoredEntry.ts"

const LedgerEnvelope = z.object({ v: z.literal(1), data: z.array(z.unknown()) })

/** The persistent copy of the ledger. Its methods never throw. */
export interface LedgerRecord {
  /** Returns the stored entries that decode. The list keeps its identity while the data is unchanged. */
  readonly read: () => readonly StoredEntry[]
  /** Stores the entries. If storage is full, only unsettled ones are stored. */
  readonly write: (entries: readonly StoredEntry[]) => void
}

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

/** Creates the record. `warn` receives each problem once, because reported problems are remembered. */
export const makeLedgerRecord = (storage: Storage["Service"], warn: (text: string) => void): LedgerRecord => {
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
    read: () => {
      const text = stored()
      if (text !== last.text) {
        const found = text === null ? null : decodeEntries(text)
        if (text !== null && found === null) warn(`Ignored stored "${ledgerKey}": unknown format.`)
        last = { text, ...(found ?? { entries: [], foreign: [] }) }
      }
      return last.entries
    },
    write: (entries) => {
      if (store(entries) || store(entries.filter(({ state }) => !isSettled(state)))) return
      warn("Storage is blocked or full: wallet requests are not remembered after this visit.")
    },
  }
}
