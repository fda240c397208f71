import { type CallsStatus, ConnectorError, type TransactionStatus } from "@wmodal/chains"
import { toPlainAddress } from "@wmodal/protocol"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { paid, states } from "../testing/storedEntries.ts"
import {
  applyCallsStatus,
  applyMinedBatch,
  applyTransactionStatus,
  extendStreak,
  type StatusStreak,
} from "./applyTransactionStatus.ts"
import type { EntryState } from "./Ledger.ts"
import { withBatch, withBatchRefusal } from "./ledgerModel.ts"
import { toTransactionQuery } from "./makeChainLookup.ts"
import type { StoredEntry } from "./StoredEntry.ts"

const pending = (hash: string): TransactionStatus => ({ _tag: "Pending", hash })
type MinedStatus = Extract<TransactionStatus, { _tag: "Mined" }>
const mined = (hash: string, change: Partial<MinedStatus> = {}): MinedStatus => ({
  _tag: "Mined",
  hash,
  succeeded: true,
  block: 1n,
  at: 1,
  fee: 2n,
  confirmations: 1,
  ...change,
})
const missing: TransactionStatus = { _tag: "Missing" }
const expired: TransactionStatus = { _tag: "Expired" }
const hasLeft = ({ _tag }: EntryState) => !/^(Asked|NotSent|Declined|Signed|Lost|Taken)$/.test(_tag)
const confirmed: EntryState = { _tag: "Confirmed", hash: "0x01", at: 1, fee: 2n }

/** Applies lookups at these times, in ms. */
const looks = (
  entry: StoredEntry,
  ...seen: readonly (readonly [standing: TransactionStatus, now: number])[]
): StoredEntry => {
  let streak: StatusStreak | null = null
  let after = entry
  for (const [standing, now] of seen) {
    streak = extendStreak(streak, standing, now)
    after = applyTransactionStatus(after, standing, streak, now)
  }
  return after
}
const being = (state: EntryState): StoredEntry => ({ ...paid, state })

describe("applyTransactionStatus", () => {
  it("finds entries of another tab, Lost entries and Dropped entries", () => {
    for (const state of [{ _tag: "Asked" }, { _tag: "Lost" }, { _tag: "Dropped", hash: "0x01" }] as const) {
      expect(looks(being(state), [pending("0x01"), 0]).state).toEqual({ _tag: "Sent", hash: "0x01" })
      expect(looks(being(state), [mined("0x01"), 0]).state).toEqual(confirmed)
      expect(looks(being(state), [mined("0x01", { succeeded: false }), 0]).state).toEqual({
        ...confirmed,
        _tag: "Reverted",
      })
      expect(looks(being(state), [missing, 0], [missing, 9e9], [missing, 9e9]).state).toBe(state)
    }
  })

  it("finds a transaction that the wallet sent after an error, and keeps other unsent states", () => {
    for (const state of [{ _tag: "Declined" }, { _tag: "NotSent", text: "no" }] as const) {
      expect(looks(being(state), [pending("0x01"), 0]).state).toEqual({ _tag: "Sent", hash: "0x01" })
      expect(looks(being(state), [mined("0x01"), 0]).state).toEqual(confirmed)
      for (const _tag of ["Replaced", "Cancelled"] as const)
        expect(looks(being(state), [{ _tag, by: "0x02" }, 0]).state).toBe(state)
      expect(looks(being(state), [missing, 0]).state).toBe(state)
    }
  })

  it("keeps the entry under its new hash when the wallet has raised the fee", () => {
    const after = looks({ ...being({ _tag: "Sent", hash: "0x01" }), told: true }, [pending("0x02"), 0])
    expect(after.state).toEqual({ _tag: "Sent", hash: "0x02" })
    expect(after.told).toBe(false)
  })

  it("keeps a sharper checkpoint", () => {
    const sharper: TransactionStatus = { _tag: "Pending", hash: "0x01", mark: { next: "0x1", own: "0x1" } }
    const after = looks(being({ _tag: "Lost" }), [sharper, 0])
    expect(after).toMatchObject({ mark: sharper.mark, sharpened: 1 })
    expect(looks(after, [sharper, 1])).toBe(after)
  })

  it("reports Replaced or Cancelled, also without a known hash", () => {
    for (const _tag of ["Replaced", "Cancelled"] as const) {
      expect(looks(being({ _tag: "Lost" }), [{ _tag, by: "0x09" }, 0]).state).toEqual({
        _tag,
        hash: null,
        by: "0x09",
      })
      expect(looks(being({ _tag: "Sent", hash: "0x01" }), [{ _tag, by: "0x09" }, 0]).state).toEqual({
        _tag,
        hash: "0x01",
        by: "0x09",
      })
    }
  })

  it("reports Expired at one lookup, but for an open wallet request only after a minute", () => {
    for (const state of [
      { _tag: "Lost" },
      { _tag: "Sent", hash: "0x01" },
      { _tag: "Dropped", hash: "0x01" },
    ] as const)
      expect(looks(being(state), [expired, 0]).state).toEqual({
        _tag: "Expired",
        hash: "hash" in state ? state.hash : null,
      })
    const asked = being({ _tag: "Asked" })
    expect(looks(asked, [expired, 0], [expired, 30_000], [expired, 59_999])).toBe(asked)
    expect(looks(asked, [expired, 0], [expired, 30_000], [expired, 60_000]).state).toEqual({
      _tag: "Expired",
      hash: null,
    })
  })

  it("never reports Expired for Declined or NotSent", () => {
    for (const state of [{ _tag: "Declined" }, { _tag: "NotSent", text: "no" }] as const) {
      const entry = being(state)
      expect(looks(entry, ...[0, 1, 2, 90_000].map((at) => [expired, at] as const))).toBe(entry)
    }
  })

  it("finds an Expired transaction, and takes three lookups to expire it again", () => {
    const gone = being({ _tag: "Expired", hash: "0x01" })
    expect(looks(gone, [mined("0x01"), 0]).state).toEqual(confirmed)
    expect(looks(gone, [pending("0x01"), 0])).toBe(gone)
    expect(looks(gone, ...[0, 1, 2].map((at) => [missing, at] as const))).toBe(gone)
    const done = being(confirmed)
    expect(looks(done, [expired, 0], [expired, 1])).toBe(done)
    expect(looks(done, [expired, 0], [expired, 1], [expired, 2]).state._tag).toBe("Expired")
  })

  it("reports Dropped after three lookups in a minute that found nothing", () => {
    const sent = being({ _tag: "Sent", hash: "0x01" })
    expect(looks(sent, [missing, 0], [missing, 60_000]).state._tag).toBe("Sent")
    expect(looks(sent, [missing, 0], [missing, 4_000], [missing, 59_999]).state._tag).toBe("Sent")
    expect(looks(sent, [missing, 0], [missing, 4_000], [missing, 60_000]).state._tag).toBe("Dropped")
    const seen = [missing, pending("0x01"), missing, missing] as const
    expect(looks(sent, ...seen.map((one, at) => [one, at * 50_000] as const)).state._tag).toBe("Sent")
  })

  it("revokes a confirmation only when three lookups agree", () => {
    const done = being(confirmed)
    expect(looks(done, [missing, 0], [missing, 1])).toBe(done)
    expect(looks(done, [missing, 0], [mined("0x01"), 1], [missing, 2], [missing, 3])).toBe(done)
    const back = looks(done, [missing, 0], [missing, 1], [missing, 2])
    expect(back).toMatchObject({ state: { _tag: "Sent", hash: "0x01" }, turn: 1 })
    expect(looks(done, [pending("0x01"), 0], [pending("0x01"), 1], [pending("0x01"), 2]).state._tag).toBe(
      "Sent",
    )
    expect(looks(back, [mined("0x01"), 3]).state).toEqual(confirmed)
  })

  it("accepts a block at once, also one that contradicts the block before it", () => {
    expect(looks(being(confirmed), [mined("0x01", { succeeded: false }), 0]).state._tag).toBe("Reverted")
    expect(looks(being({ _tag: "Replaced", hash: "0x01", by: "0x09" }), [mined("0x01"), 0]).state).toEqual(
      confirmed,
    )
  })

  it("reports Mined while no node tells the result, and keeps a result that one has told", () => {
    const unknown = mined("0x01", { succeeded: null })
    const shown = looks(being({ _tag: "Sent", hash: "0x01" }), [unknown, 0])
    expect(shown.state).toEqual({ ...confirmed, _tag: "Mined" })
    expect(looks(shown, [mined("0x01"), 0]).state).toEqual(confirmed)
    expect(looks(shown, [mined("0x01", { succeeded: false }), 0]).state._tag).toBe("Reverted")
    expect(looks(being(confirmed), [unknown, 0]).state).toEqual(confirmed)
    expect(looks(shown, [missing, 0], [missing, 1], [missing, 2]).state._tag).toBe("Sent")
  })

  it("keeps Unanswered while no node has the transaction", () => {
    const given = being({ _tag: "Unanswered", hash: "0x01" })
    expect(looks(given, [missing, 0], [missing, 60_000], [missing, 9e9])).toBe(given)
    expect(looks(given, [pending("0x01"), 0]).state).toEqual({ _tag: "Sent", hash: "0x01" })
  })

  it("keeps the time and the fee that another node reported", () => {
    const done = being(confirmed)
    expect(looks(done, [mined("0x01", { at: null, fee: null }), 0])).toBe(done)
    const unknown = being({ ...confirmed, at: null, fee: null })
    expect(looks(unknown, [mined("0x01"), 0]).state).toEqual(confirmed)
  })

  it("keeps Replaced when later searches return Missing", () => {
    const replaced = being({ _tag: "Replaced", hash: "0x01", by: "0x09" })
    expect(looks(replaced, [missing, 0], [missing, 1], [missing, 2])).toBe(replaced)
  })

  it("never reports a payment as unsent after it may have been sent", () => {
    const standings = fc.oneof(
      fc.constant(missing),
      fc.constantFrom("0x01", "0x02").map(pending),
      fc.constantFrom("0x01", "0x02").map((hash) => mined(hash)),
      fc.constant<TransactionStatus>({ _tag: "Replaced", by: "0x09" }),
      fc.constant(expired),
    )
    fc.assert(
      fc.property(
        states,
        fc.array(fc.tuple(standings, fc.nat({ max: 90_000 })), { maxLength: 12 }),
        (state, seen) => {
          const after = looks(being(state), ...seen)
          expect(!hasLeft(state) || hasLeft(after.state)).toBe(true)
        },
      ),
    )
  })
})

describe("a batch", () => {
  const batch = (state: EntryState): StoredEntry => ({ ...being(state), batch: "0xb1", transaction: null })

  it("never sets Replaced for a batch, because its bundler may send another transaction", () => {
    for (const _tag of ["Replaced", "Cancelled"] as const) {
      const sent = batch({ _tag: "Sent", hash: "0x01" })
      expect(looks(sent, ...[0, 1, 2, 3].map((at) => [{ _tag, by: "0x02" }, at] as const))).toBe(sent)
    }
  })

  it("looks up a batch by its hash alone, and names the account that made it", () => {
    const mark = { next: "0x1" }
    const entry = { ...batch({ _tag: "Sent", hash: "0x01" }), mark }
    expect(toTransactionQuery(entry, [])).toEqual({
      from: "",
      account: toPlainAddress(entry.account),
      transaction: null,
      mark: null,
      hash: "0x01",
      excludedHashes: [],
    })
  })

  it("revokes Confirmed when a node shows that its account's call, or one of its transactions, failed", () => {
    const done = batch(confirmed)
    for (const contrary of [{ succeeded: null, accountFailed: true }, { succeeded: false }] as const)
      expect(looks(done, [mined("0x01", contrary), 0]).state).toEqual({ ...confirmed, _tag: "Mined" })
    expect(looks(done, [mined("0x01", { succeeded: null }), 0]).state).toEqual(confirmed)
  })

  it("fails as a whole when its only transaction failed, as its wallet has named it", () => {
    const failedAfter = (...told: readonly CallsStatus[]) => {
      const sent = told.reduce(
        (entry, status) => applyCallsStatus(entry, status, "0xb1"),
        batch({ _tag: "Taken", batch: "0xb1" }),
      )
      const standing = mined("0x02", { succeeded: false })
      const streak: StatusStreak = { tag: "Mined", looks: 9, since: 0 }
      return [null, "silent" as const].map(
        (answer) => applyMinedBatch(sent, standing, answer, streak, 90_000).state._tag,
      )
    }
    const only: CallsStatus = { status: "mined", hashes: ["0x02"] }
    const both: CallsStatus = { status: "mined", hashes: ["0x01", "0x02"] }
    expect(failedAfter(only)).toEqual(["Reverted", "Reverted"])
    expect(failedAfter({ ...only, status: "pending" }, only)).toEqual(["Reverted", "Reverted"])
    expect(failedAfter(both)).toEqual(["Mined", "Mined"])
    expect(failedAfter(only, both)).toEqual(["Mined", "Mined"])
    // More transactions may follow.
    expect(failedAfter({ ...only, status: "pending" })).toEqual(["Mined", "Mined"])
    expect(failedAfter(only, { ...both, status: "pending" })).toEqual(["Mined", "Mined"])
  })

  it("keeps the state that the chain shows, regardless of later wallet statuses", () => {
    const shown = batch(confirmed)
    for (const status of ["pending", "confirmed", "failed", "reverted", "partlyReverted"] as const)
      for (const hashes of [[], ["0x01"], ["0x02"]])
        expect(applyCallsStatus(shown, { status, hashes }, "0xb1")).toBe(shown)
  })

  it("stays pending once there is a hash, regardless of later wallet statuses", () => {
    const declined = new ConnectorError({ connectorId: "w", reason: { _tag: "Declined" } })
    for (const state of [{ _tag: "Sent", hash: "0x01" }, confirmed] as const) {
      const left = batch(state)
      expect(withBatch(left, "0xb2")).toBe(left)
      expect(withBatchRefusal(left, declined)).toBe(left)
      expect(applyCallsStatus(left, { status: "pending", hashes: [] }, "0xb1")).toBe(left)
    }
  })

  it("keeps its turn when the wallet repeats a known status", () => {
    for (const state of [
      { _tag: "Sent", hash: "0x01" },
      { _tag: "Dropped", hash: "0x01" },
    ] as const)
      expect(applyCallsStatus(batch(state), { status: "pending", hashes: ["0x01"] }, "0xb1").turn).toBe(0)
  })
})
