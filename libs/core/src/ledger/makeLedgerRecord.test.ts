import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { ledgerKey } from "../storage/PersistedState.ts"
import { memoryStorage } from "../testing/makeEngineOver.ts"
import { copies, paid } from "../testing/storedEntries.ts"
import { makeLedgerRecord } from "./makeLedgerStore.ts"
import type { StoredEntry } from "./StoredEntry.ts"

const throwing = () => {
  throw new DOMException("full", "QuotaExceededError")
}
const silent = () => {}

describe("ledger record", () => {
  it("reads its own output, also in another tab", () => {
    fc.assert(
      fc.property(fc.array(copies, { maxLength: 5 }), (entries) => {
        const storage = memoryStorage()
        makeLedgerRecord(storage, silent).write(entries)
        expect(makeLedgerRecord(storage, silent).read()).toEqual(entries)
      }),
    )
  })

  it("keeps amounts to the last unit", () => {
    const storage = memoryStorage()
    const amount = 2n ** 256n - 1n
    const entry: StoredEntry = {
      ...paid,
      subject: { ...paid.subject, ...(paid.subject._tag === "Transfer" && { amount }) },
      state: { _tag: "Confirmed", hash: "0x01", at: null, fee: amount },
    }
    makeLedgerRecord(storage, silent).write([entry])
    expect(storage.held.get(ledgerKey)).toContain(`"amount":"${amount}"`)
    expect(makeLedgerRecord(storage, silent).read()).toEqual([entry])
  })

  it("drops only the entry that does not decode", () => {
    const storage = memoryStorage()
    makeLedgerRecord(storage, silent).write([paid, { ...paid, id: "b" }])
    const text = storage.held.get(ledgerKey) ?? ""
    for (const [from, to] of [
      ['"amount":"5"', '"amount":"-5"'],
      ['"amount":"5"', '"amount":5'],
      ['"Asked"', '"Paid"'],
      ['"eip155:1:0xAa"', '"nobody"'],
      ['"told":false', '"told":null'],
      ['"decimals":18', '"decimals":500000000'],
      ['"decimals":18', '"decimals":1.5'],
      ['"at":1000', '"at":1e300'],
      ['"turn":0', '"turn":1e300'],
    ] as const) {
      storage.set(ledgerKey, text.replace(from, to))
      expect(
        makeLedgerRecord(storage, silent)
          .read()
          .map(({ id }) => id),
      ).toEqual(["b"])
    }
  })

  it("reads the format from before batches, swaps and calls", () => {
    const storage = memoryStorage()
    const { turn, sharpened, told, ...rest } = paid
    const old = { ...rest, subject: { ...paid.subject, amount: "5" }, turn, sharpened, told }
    const signature = { ...old, id: "b", subject: { _tag: "TypedData", digest: "0xd1" } }
    storage.set(
      ledgerKey,
      JSON.stringify({ v: 1, data: [old, signature] }, (_key, value: unknown) =>
        typeof value === "bigint" ? `${value}` : value,
      ),
    )
    expect(makeLedgerRecord(storage, silent).read()).toEqual([
      paid,
      { ...paid, id: "b", subject: { _tag: "TypedData", digest: "0xd1" } },
    ])
  })

  it("keeps the longest valid batch id, and drops entries with an invalid one", () => {
    const storage = memoryStorage()
    const batch = `0x${"ab".repeat(4_096)}`
    const entry: StoredEntry = { ...paid, batch: "0xb1", state: { _tag: "Taken", batch } }
    makeLedgerRecord(storage, silent).write([entry])
    expect(makeLedgerRecord(storage, silent).read()).toEqual([entry])
    storage.set(ledgerKey, (storage.held.get(ledgerKey) ?? "").replace('"batch":"0xb1"', '"batch":7'))
    expect(makeLedgerRecord(storage, silent).read()).toEqual([])
  })

  it("preserves entries that only a newer version can decode, because an older tab may still be open", () => {
    const storage = memoryStorage()
    const swap = { id: "swap", subject: { _tag: "Swap", for: "more" } }
    storage.set(ledgerKey, JSON.stringify({ v: 1, data: [swap, "junk", 7, null] }))
    const record = makeLedgerRecord(storage, silent)
    expect(record.read()).toEqual([])
    record.write([paid])
    expect(record.read()).toEqual([paid])
    record.write([paid, { ...paid, id: "b" }])
    const data: readonly unknown[] = JSON.parse(storage.held.get(ledgerKey) ?? "").data
    expect(data).toHaveLength(3)
    expect(data).toContainEqual(swap)
  })

  it("never throws on malformed data, and warns once of an unknown shape", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const storage = memoryStorage()
        storage.set(ledgerKey, text)
        expect(makeLedgerRecord(storage, silent).read()).toEqual([])
      }),
    )
    const storage = memoryStorage()
    const warnings: string[] = []
    storage.set(ledgerKey, '{"v":2,"data":[]}')
    const record = makeLedgerRecord(storage, (text) => warnings.push(text))
    record.read()
    record.read()
    expect(warnings).toHaveLength(1)
  })

  it.each(["{", '{"v":2,"data":[{"id":"pending"}]}'])(
    "keeps a ledger aside that does not decode, before a write replaces it: %s",
    (text) => {
      const storage = memoryStorage()
      const [bad, second] = [`${ledgerKey}.bad`, `${ledgerKey}.2.bad`]
      for (const unreadable of [text, text, `${text} `]) {
        storage.set(ledgerKey, unreadable)
        const record = makeLedgerRecord(storage, silent)
        expect(record.read()).toEqual([])
        record.write([paid])
        expect(record.read()).toEqual([paid])
      }
      expect([storage.held.get(bad), storage.held.get(second)]).toEqual([text, `${text} `])
    },
  )

  it("strips hidden characters that another script stored", () => {
    const storage = memoryStorage()
    const evil = "\u202e\u0000"
    const entry: StoredEntry = {
      ...paid,
      connectorId: `io.one${evil}`,
      subject: {
        _tag: "Transfer",
        token: { ...getToken(paid), name: `US${evil}D`, symbol: `${evil}T`, icon: "javascript:alert(1)" },
        amount: 1n,
        to: `0x${evil}Bb`,
        toName: `vitalik${evil}.eth`,
      },
      state: { _tag: "NotSent", text: `no${evil}${"x".repeat(999)}` },
    }
    makeLedgerRecord(storage, silent).write([entry])
    const text = JSON.stringify(makeLedgerRecord(storage, silent).read(), (_key, value: unknown) =>
      typeof value === "bigint" ? String(value) : value,
    )
    expect(text).not.toContain("\u202e")
    expect(text).not.toContain("javascript")
    expect(text.length).toBeLessThan(1_000)
  })

  it("keeps what a dApp's request pays", () => {
    const storage = memoryStorage()
    const payment = { token: getToken(paid), amount: 10n ** 18n }
    const subject = {
      _tag: "Call",
      intent: "Send",
      contract: "0xBb",
      digest: "0x",
      payment,
      isPlain: true,
    } as const
    makeLedgerRecord(storage, silent).write([{ ...paid, subject }])
    expect(makeLedgerRecord(storage, silent).read()).toEqual([{ ...paid, subject }])
  })

  it("keeps a payment's memo as it was signed, and its references", () => {
    const storage = memoryStorage()
    const [memo, references] = ["order  7 ", ["ref1", "ref2"]]
    const payment = { token: getToken(paid), amount: 1n, to: "0xBb", toName: null }
    const subject = { _tag: "Transfer", ...payment, memo, references } as const
    makeLedgerRecord(storage, silent).write([{ ...paid, subject }])
    expect(makeLedgerRecord(storage, silent).read()).toEqual([{ ...paid, subject }])
  })

  it("keeps the whole name of a recipient, and what joins its emoji", () => {
    const storage = memoryStorage()
    for (const toName of ["\u{1F468}\u200D\u{1F3A4}.eth", `${"long-".repeat(20)}name.eth`]) {
      const subject = { _tag: "Transfer", token: getToken(paid), amount: 1n, to: "0xBb", toName } as const
      makeLedgerRecord(storage, silent).write([{ ...paid, subject }])
      expect(makeLedgerRecord(storage, silent).read()).toMatchObject([{ subject: { toName } }])
    }
  })

  it("stores only unsettled entries when storage is full", () => {
    const storage = memoryStorage()
    const tight = {
      ...storage,
      set: (key: string, text: string) => (text.length > 1_000 ? throwing() : storage.set(key, text)),
    }
    const settled = Array.from({ length: 20 }, (_, at): StoredEntry => {
      return { ...paid, id: `${at}`, state: { _tag: "Declined" } }
    })
    const warnings: string[] = []
    makeLedgerRecord(tight, (text) => warnings.push(text)).write([paid, ...settled])
    expect(makeLedgerRecord(storage, silent).read()).toEqual([paid])
    expect(warnings).toEqual([])
  })

  it("keeps payments that were made before others when storage is full, and warns when they have no place", () => {
    const done = Array.from({ length: 20 }, (_, index): StoredEntry => {
      const state = { _tag: "Confirmed", hash: `0x${index}`, at: null, fee: null } as const
      return { ...paid, id: `p${index}`, raw: "ab".repeat(200), state }
    })
    const declined = done.map(
      (entry): StoredEntry => ({ ...entry, id: `d${entry.id}`, state: { _tag: "Declined" } }),
    )
    for (const [room, ids, told] of [
      [12_000, [paid, ...done].map(({ id }) => id), []],
      [1_000, [paid.id], [expect.stringContaining("can be repeated")]],
    ] as const) {
      const storage = memoryStorage()
      const set = (key: string, text: string) => (text.length > room ? throwing() : storage.set(key, text))
      const warnings: string[] = []
      makeLedgerRecord({ ...storage, set }, (text) => warnings.push(text)).write([paid, ...done, ...declined])
      expect(
        makeLedgerRecord(storage, silent)
          .read()
          .map(({ id }) => id),
      ).toEqual(ids)
      expect(warnings).toEqual(told)
    }
  })

  it("warns when nothing can be stored, and preserves the previous data", () => {
    const storage = memoryStorage()
    makeLedgerRecord(storage, silent).write([paid])
    const warnings: string[] = []
    makeLedgerRecord({ ...storage, set: throwing }, (text) => warnings.push(text)).write([
      { ...paid, id: "b" },
      paid,
    ])
    expect(warnings).toHaveLength(1)
    expect(makeLedgerRecord(storage, silent).read()).toEqual([paid])
    expect(makeLedgerRecord({ ...storage, get: throwing }, silent).read()).toEqual([])
  })
})

const getToken = ({ subject }: StoredEntry) => {
  if (subject._tag !== "Transfer") throw new Error("no transfer")
  return subject.token
}
