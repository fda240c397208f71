import { sanitizeLine } from "@wmodal/chains"
import {
  type CaipAddress,
  type CaipNetworkId,
  isCaipAddress,
  isCaipNetworkId,
  matchesPattern,
} from "@wmodal/protocol"
import * as z from "zod/mini"
import { ledgerKey, toStorableIcon } from "../storage/PersistedState.ts"
import type { Storage } from "../storage/Storage.ts"
import { isSettled } from "./Ledger.ts"
import type { StoredEntry } from "./ledgerModel.ts"

/** Other scripts can write to storage too: texts are sanitized before display. */
const makeLineSchema = (most: number) =>
  z.pipe(
    z.string(),
    z.transform((text) => sanitizeLine(text, most)),
  )

/** Base units, as a decimal. */
const UnitsSchema = z.pipe(
  z.string().check(matchesPattern(/^\d{1,78}$/)),
  z.transform((text) => BigInt(text)),
)

/** A non-negative integer within the range of arithmetic and dates. */
const makeCountSchema = (most: number) =>
  z.number().check(z.refine((value) => Number.isInteger(value) && value >= 0 && value <= most))

/** UTC milliseconds that are a date. */
const TimestampSchema = makeCountSchema(8.64e15)

const TokenSchema = z.object({
  network: z.custom<CaipNetworkId>(isCaipNetworkId),
  address: z.nullable(makeLineSchema(128)),
  name: makeLineSchema(64),
  symbol: makeLineSchema(32),
  decimals: makeCountSchema(255),
  icon: z.pipe(z.nullable(z.string()), z.transform(toStorableIcon)),
})

const RequestedActionSchema = z.union([
  z.object({
    _tag: z.literal("Transfer"),
    token: TokenSchema,
    amount: UnitsSchema,
    to: makeLineSchema(128),
    toName: z.nullable(makeLineSchema(64)),
  }),
  z.object({
    _tag: z.literal("Approval"),
    token: TokenSchema,
    amount: UnitsSchema,
    spender: makeLineSchema(128),
  }),
  z.object({
    _tag: z.literal("Swap"),
    source: TokenSchema,
    destination: TokenSchema,
    amount: UnitsSchema,
    minimum: UnitsSchema,
    router: makeLineSchema(128),
  }),
  z.object({
    _tag: z.literal("Call"),
    intent: z.nullable(makeLineSchema(200)),
    contract: z.nullable(makeLineSchema(128)),
    digest: makeLineSchema(128),
  }),
  z.object({ _tag: z.literal("Raw") }),
  z.object({ _tag: z.enum(["Message", "TypedData"]), digest: makeLineSchema(128) }),
  z.object({ _tag: z.literal("NameClaim"), name: makeLineSchema(128) }),
])

/** A batch id up to the length that EIP-5792 allows, in hex. */
const BatchIdSchema = makeLineSchema(8194)

const minedFields = {
  hash: makeLineSchema(128),
  at: z.nullable(TimestampSchema),
  fee: z.nullable(UnitsSchema),
}
const displacedFields = { hash: z.nullable(makeLineSchema(128)), by: makeLineSchema(128) }

const EntryStateSchema = z.union([
  z.object({ _tag: z.enum(["Asked", "Declined", "Signed", "Lost"]) }),
  z.object({ _tag: z.literal("Taken"), batch: BatchIdSchema }),
  z.object({ _tag: z.literal("NotSent"), text: makeLineSchema(200) }),
  z.object({ _tag: z.enum(["Sent", "Dropped"]), hash: makeLineSchema(128) }),
  z.object({ _tag: z.enum(["Confirmed", "Reverted"]), ...minedFields }),
  z.object({ _tag: z.enum(["Replaced", "Cancelled"]), ...displacedFields }),
  z.object({ _tag: z.literal("Expired"), hash: displacedFields.hash }),
])

/** Hex or base64. The largest transaction that nodes relay has 400,000 weight units. */
const SignedBytesSchema = z.string().check(matchesPattern(/^[0-9A-Za-z+/=]{1,800000}$/))

const StoredEntrySchema: z.ZodMiniType<StoredEntry> = z.object({
  id: z.string(),
  at: TimestampSchema,
  account: z.custom<CaipAddress>(isCaipAddress),
  network: z.custom<CaipNetworkId>(isCaipNetworkId),
  connectorId: makeLineSchema(128),
  subject: RequestedActionSchema,
  transaction: z.nullable(z.record(z.string(), z.nullable(z.string()))),
  mark: z.nullable(z.record(z.string(), z.string())),
  batch: z.exactOptional(BatchIdSchema),
  state: EntryStateSchema,
  turn: makeCountSchema(1e9),
  sharpened: makeCountSchema(1e9),
  told: z.boolean(),
  raw: z.exactOptional(SignedBytesSchema),
})

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

/** An action or a state that the schemas do not decode would be lost by a reload: it is a type error here. */
type DecodableEntry = StoredEntry & {
  readonly subject: z.output<typeof RequestedActionSchema>
  readonly state: z.output<typeof EntryStateSchema>
}

const encodeEntries = (entries: readonly DecodableEntry[], foreign: readonly unknown[]): string =>
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
