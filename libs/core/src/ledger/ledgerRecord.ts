import { sanitizeLine } from "@wmodal/chains"
import {
  type CaipAddress,
  type CaipNetworkId,
  isCaipAddress,
  isCaipNetworkId,
  matchesPattern,
} from "@wmodal/protocol"
import * as z from "zod/mini"
import { ledgerKey, storableIcon } from "../storage/Memory.ts"
import type { Storage } from "../storage/Storage.ts"
import { isSettled } from "./Ledger.ts"
import type { Noted } from "./ledgerModel.ts"

/** Others can write to storage too: texts are made safe to show again. */
const line = (most: number) =>
  z.pipe(
    z.string(),
    z.transform((text) => sanitizeLine(text, most)),
  )

/** Base units, as a decimal. */
const Units = z.pipe(
  z.string().check(matchesPattern(/^\d{1,78}$/)),
  z.transform((text) => BigInt(text)),
)

/** A whole number that arithmetic and dates can bear. */
const count = (most: number) =>
  z.number().check(z.refine((value) => Number.isInteger(value) && value >= 0 && value <= most))

/** UTC milliseconds that are a date. */
const Time = count(8.64e15)

const Token = z.object({
  network: z.custom<CaipNetworkId>(isCaipNetworkId),
  address: z.nullable(line(128)),
  name: line(64),
  symbol: line(32),
  decimals: count(255),
  icon: z.pipe(z.nullable(z.string()), z.transform(storableIcon)),
})

const Subject = z.union([
  z.object({
    _tag: z.literal("Transfer"),
    token: Token,
    amount: Units,
    to: line(128),
    toName: z.nullable(line(64)),
  }),
  z.object({ _tag: z.literal("Approval"), token: Token, amount: Units, spender: line(128) }),
  z.object({
    _tag: z.literal("Swap"),
    source: Token,
    destination: Token,
    amount: Units,
    minimum: Units,
    router: line(128),
  }),
  z.object({
    _tag: z.literal("Call"),
    intent: z.nullable(line(200)),
    contract: z.nullable(line(128)),
    digest: line(128),
  }),
  z.object({ _tag: z.literal("Raw") }),
  z.object({ _tag: z.enum(["Message", "TypedData"]), digest: line(128) }),
])

/** As long as EIP-5792 allows, in hex. */
const BatchId = line(8194)

const mined = { hash: line(128), at: z.nullable(Time), fee: z.nullable(Units) }
const displaced = { hash: z.nullable(line(128)), by: line(128) }

const State = z.union([
  z.object({ _tag: z.enum(["Asked", "Declined", "Signed", "Lost"]) }),
  z.object({ _tag: z.literal("Taken"), batch: BatchId }),
  z.object({ _tag: z.literal("NotSent"), text: line(200) }),
  z.object({ _tag: z.enum(["Sent", "Dropped"]), hash: line(128) }),
  z.object({ _tag: z.enum(["Confirmed", "Reverted"]), ...mined }),
  z.object({ _tag: z.enum(["Replaced", "Cancelled"]), ...displaced }),
  z.object({ _tag: z.literal("Expired"), hash: displaced.hash }),
])

const Entry: z.ZodMiniType<Noted> = z.object({
  id: z.string(),
  at: Time,
  account: z.custom<CaipAddress>(isCaipAddress),
  network: z.custom<CaipNetworkId>(isCaipNetworkId),
  connectorId: line(128),
  subject: Subject,
  transaction: z.nullable(z.record(z.string(), z.nullable(z.string()))),
  mark: z.nullable(z.record(z.string(), z.string())),
  batch: z.exactOptional(BatchId),
  state: State,
  turn: count(1e9),
  sharpened: count(1e9),
  told: z.boolean(),
})

const Envelope = z.object({ v: z.literal(1), data: z.array(z.unknown()) })

/** Where the ledger is written down. Nothing of it throws. */
export interface LedgerRecord {
  /** What is stored now, entry by entry where it decodes. The same list as long as that is the same. */
  readonly read: () => readonly Noted[]
  /** Where there is no room, what is unsettled is stored alone. */
  readonly write: (entries: readonly Noted[]) => void
}

/** Entries that a newer page may have written while this one was open: kept as they are, so many. */
const foreignLimit = 100

interface Stored {
  readonly text: string | null
  readonly entries: readonly Noted[]
  /** What does not decode. It may be a payment that only a newer page knows how to follow. */
  readonly foreign: readonly unknown[]
}

const encoded = (entries: readonly Noted[], foreign: readonly unknown[]): string =>
  JSON.stringify({ v: 1, data: [...entries, ...foreign] }, (_key, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  )

const decoded = (text: string): Pick<Stored, "entries" | "foreign"> | null => {
  try {
    const envelope = Envelope.safeParse(JSON.parse(text))
    if (!envelope.success) return null
    const entries: Noted[] = []
    const foreign: unknown[] = []
    for (const one of envelope.data.data) {
      const entry = Entry.safeParse(one)
      if (entry.success) entries.push(entry.data)
      else if (typeof one === "object" && one !== null) foreign.push(one)
    }
    return { entries, foreign: foreign.slice(0, foreignLimit) }
  } catch {
    return null
  }
}

/** `warn` hears of each trouble once: it forgets nothing that it has said. */
export const makeLedgerRecord = (storage: Storage["Service"], warn: (text: string) => void): LedgerRecord => {
  let last: Stored = { text: null, entries: [], foreign: [] }

  const stored = (): string | null => {
    try {
      return storage.get(ledgerKey)
    } catch {
      return null
    }
  }

  const store = (entries: readonly Noted[]): boolean => {
    try {
      const text = encoded(entries, last.foreign)
      storage.set(ledgerKey, text)
      // What was written here need not be decoded again.
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
        const found = text === null ? null : decoded(text)
        if (text !== null && found === null)
          warn(`What is stored under "${ledgerKey}" is of no known shape and was ignored.`)
        last = { text, ...(found ?? { entries: [], foreign: [] }) }
      }
      return last.entries
    },
    write: (entries) => {
      if (store(entries) || store(entries.filter(({ state }) => !isSettled(state)))) return
      warn("Storage is blocked or full: what is asked of wallets will not be remembered after this visit.")
    },
  }
}
