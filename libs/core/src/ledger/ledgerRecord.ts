import { printableLine } from "@wmodal/chains"
import { isCaipAddress, isCaipNetworkId, type CaipAddress, type CaipNetworkId } from "@wmodal/protocol"
import * as z from "zod/mini"
import { ledgerKey, storableIcon } from "../storage/Memory.ts"
import type { Storage } from "../storage/Storage.ts"
import { isSettled } from "./Ledger.ts"
import type { Noted } from "./ledgerModel.ts"

/** Others can write to storage too: texts are made safe to show again. */
const line = (most: number) =>
  z.pipe(
    z.string(),
    z.transform((text) => printableLine(text, most)),
  )

/** Base units, as a decimal. */
const Units = z.pipe(
  z.string().check(z.regex(/^\d{1,78}$/)),
  z.transform((text) => BigInt(text)),
)

const Token = z.object({
  network: z.custom<CaipNetworkId>(isCaipNetworkId),
  address: z.nullable(line(128)),
  name: line(64),
  symbol: line(32),
  decimals: z.number(),
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
  z.object({ _tag: z.literal("Raw") }),
  z.object({ _tag: z.enum(["Message", "TypedData"]), digest: line(128) }),
])

const mined = { hash: line(128), at: z.nullable(z.number()), fee: z.nullable(Units) }
const displaced = { hash: z.nullable(line(128)), by: line(128) }

const State = z.union([
  z.object({ _tag: z.enum(["Asked", "Declined", "Signed", "Lost"]) }),
  z.object({ _tag: z.literal("NotSent"), text: line(200) }),
  z.object({ _tag: z.enum(["Sent", "Dropped"]), hash: line(128) }),
  z.object({ _tag: z.enum(["Confirmed", "Reverted"]), ...mined }),
  z.object({ _tag: z.enum(["Replaced", "Cancelled"]), ...displaced }),
])

const Entry: z.ZodMiniType<Noted> = z.object({
  id: z.string(),
  at: z.number(),
  account: z.custom<CaipAddress>(isCaipAddress),
  network: z.custom<CaipNetworkId>(isCaipNetworkId),
  connectorId: line(128),
  subject: Subject,
  transaction: z.nullable(z.record(z.string(), z.nullable(z.string()))),
  mark: z.nullable(z.record(z.string(), z.string())),
  state: State,
  turn: z.number(),
  sharpened: z.number(),
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

const encoded = (entries: readonly Noted[]): string =>
  JSON.stringify({ v: 1, data: entries }, (_key, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  )

const decoded = (text: string): readonly Noted[] | null => {
  try {
    const envelope = Envelope.safeParse(JSON.parse(text))
    if (!envelope.success) return null
    return envelope.data.data.flatMap((one) => {
      const entry = Entry.safeParse(one)
      return entry.success ? [entry.data] : []
    })
  } catch {
    return null
  }
}

/** `warn` hears of each trouble once: it forgets nothing that it has said. */
export const makeLedgerRecord = (storage: Storage["Service"], warn: (text: string) => void): LedgerRecord => {
  let last: { readonly text: string | null; readonly entries: readonly Noted[] } = { text: null, entries: [] }

  const stored = (): string | null => {
    try {
      return storage.get(ledgerKey)
    } catch {
      return null
    }
  }

  const store = (entries: readonly Noted[]): boolean => {
    try {
      const text = encoded(entries)
      storage.set(ledgerKey, text)
      // What was written here need not be decoded again.
      last = { text, entries }
      return true
    } catch {
      return false
    }
  }

  return {
    read: () => {
      const text = stored()
      if (text !== last.text) {
        const entries = text === null ? [] : decoded(text)
        if (entries === null)
          warn(`What is stored under "${ledgerKey}" is of no known shape and was ignored.`)
        last = { text, entries: entries ?? [] }
      }
      return last.entries
    },
    write: (entries) => {
      if (store(entries) || store(entries.filter(({ state }) => !isSettled(state)))) return
      warn("Storage is blocked or full: what is asked of wallets will not be remembered after this visit.")
    },
  }
}
