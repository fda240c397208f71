import { mainnet } from "@wmodal/protocol/networks"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { LedgerEntry } from "../ledger/Ledger.ts"
import { transferEntry } from "../testing/entries.ts"
import type { ActivityRow } from "./Activity.ts"
import { toLedgerRow } from "./activityRows.ts"
import { makeToMonth } from "./calendar.ts"
import { type DatedRow, mergeActivity } from "./mergeActivity.ts"

const toUtcMonth = makeToMonth("UTC")
const dated = (row: ActivityRow): DatedRow => ({ row, month: toUtcMonth(row.at) })
const fromHistory = (hash: string, at: number): DatedRow =>
  dated({
    key: hash,
    network: "eip155:1",
    hash,
    entry: null,
    status: "confirmed",
    operation: "receive",
    at,
    counterparty: null,
    movements: [],
    explorerUrl: null,
  })
const fromLedger = (change: Partial<LedgerEntry>): DatedRow => {
  const row = toLedgerRow(transferEntry(change), mainnet)
  if (row === null) throw new Error("no row")
  return dated(row)
}
const confirmed = (id: string, hash: string, at: number) =>
  fromLedger({ id, at, state: { _tag: "Confirmed", hash, at, fee: null } })
const listRows = ({ months }: ReturnType<typeof mergeActivity>) => months.flatMap(({ rows }) => rows)

describe("mergeActivity", () => {
  it("shows each transaction once, the history's with its entry, newest first by month", () => {
    const all = mergeActivity({
      history: [fromHistory("0xc", Date.UTC(2026, 2, 2)), fromHistory("0xa", Date.UTC(2026, 0, 31))],
      ledger: [confirmed("known", "0xA", 0), confirmed("new", "0xB", Date.UTC(2026, 2, 1))],
      unread: false,
    })
    expect(all.months.map(({ year, month, rows }) => [year, month, rows.map(({ key }) => key)])).toEqual([
      [2026, 2, ["0xc", "0xb"]],
      [2026, 0, ["0xa"]],
    ])
    expect(listRows(all).map(({ entry }) => entry?.id ?? null)).toEqual([null, "new", "known"])
  })

  it("pins unsettled entries, and shows them only there", () => {
    const all = mergeActivity({
      history: [fromHistory("0x5e", 5), fromHistory("0xa", 1)],
      ledger: [
        fromLedger({ id: "asked", state: { _tag: "Asked" } }),
        fromLedger({ id: "sent", state: { _tag: "Sent", hash: "0x5E" } }),
        fromLedger({ id: "lost", state: { _tag: "Lost" } }),
        fromLedger({ id: "dropped", state: { _tag: "Dropped", hash: "0xd" } }),
      ],
      unread: false,
    })
    expect(all.pending.map(({ key, status }) => [key, status])).toEqual([
      ["asked", "pending"],
      ["0x5e", "pending"],
      ["lost", "pending"],
      ["0xd", "pending"],
    ])
    expect(listRows(all).map(({ key }) => key)).toEqual(["0xa"])
  })

  it("shows one row for a duplicate request", () => {
    const twice = [
      fromLedger({ id: "again", state: { _tag: "Sent", hash: "0x5e" } }),
      fromLedger({ id: "first", state: { _tag: "Sent", hash: "0x5E" } }),
    ]
    const { pending } = mergeActivity({ history: [], ledger: twice, unread: false })
    expect(pending.map(({ entry }) => entry?.id)).toEqual(["again"])
  })

  it("pins 99 entries at most", () => {
    const pin = (length: number) => {
      const ledger = Array.from({ length }, (_, at) => fromLedger({ id: `${at}`, state: { _tag: "Lost" } }))
      return mergeActivity({ history: [], ledger, unread: false }).pending
    }
    expect(pin(98)).toHaveLength(98)
    expect(pin(99)).toHaveLength(99)
    expect(pin(100)).toHaveLength(99)
    expect(pin(100)[0]?.key).toBe("0")
  })

  it("shows a settled entry in its place only once that part is loaded", () => {
    const history = [fromHistory("0xa", 100), fromHistory("0xb", 50)]
    const ledger = [confirmed("new", "0x1", 70), confirmed("old", "0x2", 20)]
    expect(listRows(mergeActivity({ history, ledger, unread: true })).map(({ key }) => key)).toEqual([
      "0xa",
      "0x1",
      "0xb",
    ])
    expect(listRows(mergeActivity({ history, ledger, unread: false }))).toHaveLength(4)
  })

  it("shows failed, replaced and cancelled entries as failed", () => {
    const state = (one: LedgerEntry["state"]) => fromLedger({ state: one }).row
    expect(state({ _tag: "Reverted", hash: "0x1", at: 7, fee: 1n })).toMatchObject({
      status: "failed",
      at: 7,
    })
    expect(state({ _tag: "Replaced", hash: "0x1", by: "0x2" })).toMatchObject({
      status: "failed",
      hash: "0x1",
      explorerUrl: "https://etherscan.io/tx/0x2",
    })
    expect(state({ _tag: "Cancelled", hash: null, by: "0x2" })).toMatchObject({
      key: "entry",
      status: "failed",
    })
    for (const _tag of ["Declined", "Signed"] as const)
      expect(toLedgerRow(transferEntry({ state: { _tag } }), mainnet)).toBe(null)
    expect(toLedgerRow(transferEntry({ subject: { _tag: "Message", digest: "0x" } }), mainnet)).toBe(null)
  })

  it("keeps every row once and in order, for random data", () => {
    const moment = fc.integer({ min: 0, max: 4e12 })
    const hash = fc.integer({ min: 0, max: 30 }).map((one) => `0x${one.toString(16)}`)
    const unique = fc.uniqueArray(fc.tuple(hash, moment), { selector: ([one]) => one, maxLength: 30 })
    fc.assert(
      fc.property(unique, unique, unique, (history, settled, open) => {
        const pinned = new Set(open.map(([one]) => one))
        const known = settled.filter(([one]) => !pinned.has(one))
        const all = mergeActivity({
          history: history.toSorted((a, b) => b[1] - a[1]).map(([one, at]) => fromHistory(one, at)),
          ledger: [
            ...open.map(([one, at]) => fromLedger({ id: one, at, state: { _tag: "Sent", hash: one } })),
            ...known.map(([one, at]) => confirmed(one, one, at)),
          ],
          unread: false,
        })
        const keys = [...all.pending, ...listRows(all)].map(({ key }) => key)
        expect(new Set(keys).size).toBe(keys.length)
        expect(new Set(keys)).toEqual(new Set([...history, ...settled, ...open].map(([one]) => one)))
        const times = listRows(all).map(({ at }) => at)
        expect(times).toEqual(times.toSorted((a, b) => b - a))
        expect(
          all.months.flatMap(({ rows, ...month }) => rows.map(({ at }) => [month, toUtcMonth(at)])),
        ).toEqual(listRows(all).map(({ at }) => [toUtcMonth(at), toUtcMonth(at)]))
        expect(new Set(all.months.map(({ year, month }) => `${year} ${month}`)).size).toBe(all.months.length)
      }),
    )
  })
})
