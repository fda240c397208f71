import { ConnectorError, type SendOutcome } from "@wmodal/chains"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { approval, call, swap, usdCoin } from "../testing/entries.ts"
import { copies, hashes, paid, states } from "../testing/storedEntries.ts"
import { isSettled } from "./Ledger.ts"
import {
  getHash,
  hashesOfOtherEntries,
  hasMoreKnowledge,
  isDuplicate,
  isShownByChain,
  maxSettledEntries,
  mergeEntries,
  mergeEntry,
  withOutcome,
  withState,
} from "./ledgerModel.ts"
import type { StoredEntry } from "./StoredEntry.ts"

const error = (reason: ConnectorError["reason"]) => new ConnectorError({ connectorId: "w", reason })
const declined: SendOutcome = { _tag: "NotSent", error: error({ _tag: "Declined" }) }
const failed: SendOutcome = { _tag: "NotSent", error: error({ _tag: "Failed", code: -32000, text: "low" }) }
const lost: SendOutcome = { _tag: "Unknown", hash: null, error: error({ _tag: "Offline" }) }
const sent = (hash: string): SendOutcome => ({ _tag: "Sent", hash })
const outcomes = fc.oneof(fc.constantFrom(declined, failed, lost), hashes.map(sent))
const same = copies.map((copy) => ({ ...copy, id: "a" }))

describe("mergeEntry", () => {
  it("gives the same result in any order of tabs, also when repeated", () => {
    fc.assert(
      fc.property(same, same, same, (one, two, three) => {
        expect(mergeEntry(one, two)).toEqual(mergeEntry(two, one))
        expect(mergeEntry(mergeEntry(one, two), three)).toEqual(mergeEntry(one, mergeEntry(two, three)))
        expect(mergeEntry(one, one)).toBe(one)
        expect(mergeEntry(mergeEntry(one, two), two)).toEqual(mergeEntry(one, two))
        expect(mergeEntry(mergeEntry(one, two), one)).toEqual(mergeEntry(one, two))
      }),
    )
  })

  it("keeps the later turn, the sharper checkpoint and the state that the chain has shown", () => {
    fc.assert(
      fc.property(same, same, (one, two) => {
        const both = mergeEntry(one, two)
        expect(both.turn).toBe(Math.max(one.turn, two.turn))
        expect(both.sharpened).toBe(Math.max(one.sharpened, two.sharpened))
        expect([one.state, two.state]).toContainEqual(both.state)
        const byChain = [one, two].filter(({ turn, state }) => turn === both.turn && isShownByChain(state))
        expect(isShownByChain(both.state)).toBe(byChain.length > 0)
      }),
    )
  })

  it("takes signed bytes with the checkpoint that was written with them", () => {
    const raised: StoredEntry = { ...paid, raw: "0x02ff", mark: { hash: "0x0f" }, sharpened: 1 }
    const restored: StoredEntry = { ...paid, raw: "0x02aa", mark: { hash: "0x0a" }, sharpened: 2 }
    const neverSent: StoredEntry = { ...paid, sharpened: 2 }
    for (const later of [restored, neverSent]) {
      expect(mergeEntry(raised, later)).toEqual(later)
      expect(mergeEntry(later, raised)).toEqual(later)
    }
  })

  it("prefers a found transaction to Expired", () => {
    const expired = withState(paid, { _tag: "Expired", hash: "0x01" }, false)
    for (const state of [
      { _tag: "Confirmed", hash: "0x01", at: 1, fee: 1n },
      { _tag: "Reverted", hash: "0x01", at: 1, fee: 1n },
    ] as const) {
      const found = withState(paid, state, true)
      expect(mergeEntry(expired, found).state).toBe(state)
      expect(mergeEntry(found, expired).state).toBe(state)
      expect(withState(expired, state, true)).toMatchObject({ state, turn: 0 })
    }
    const dropped = withState(paid, { _tag: "Dropped", hash: "0x01" }, false)
    expect(mergeEntry(dropped, expired).state).toBe(expired.state)
    expect(isSettled(expired.state)).toBe(true)
  })

  it("keeps its turn when another tab only knows less", () => {
    const confirmed = withState(paid, { _tag: "Confirmed", hash: "0x01", at: 1, fee: 1n }, true)
    expect(mergeEntry(confirmed, { ...paid, state: { _tag: "Asked" } })).toBe(confirmed)
    expect(mergeEntry({ ...paid, state: { _tag: "Lost" } }, confirmed).state).toBe(confirmed.state)
    const takenBack = withState(confirmed, { _tag: "Sent", hash: "0x01" }, true)
    expect(mergeEntry(confirmed, takenBack).state).toEqual({ _tag: "Sent", hash: "0x01" })
  })
})

describe("mergeEntries", () => {
  const lists = fc.array(copies, { maxLength: 6 })

  it("gives every tab the same list, in which no two requests have the same transaction", () => {
    fc.assert(
      fc.property(lists, lists, (one, two) => {
        const here = mergeEntries(one, two)
        expect(mergeEntries(two, one)).toEqual(here)
        expect(mergeEntries(here, here)).toEqual(here)
        expect(mergeEntries(here)).toEqual(here)
        const known = here.map(({ state }) => getHash(state)).filter((hash) => hash !== null)
        expect(new Set(known).size).toBe(known.length)
      }),
    )
  })

  it("assigns a transaction to the request that the wallet named it for, else to the older one", () => {
    const at = (id: string, when: number, told: boolean): StoredEntry => ({
      ...paid,
      id,
      at: when,
      told,
      state: { _tag: "Sent", hash: id === "old" ? "0xAB" : "0xab" },
    })
    const stateOf = (list: readonly StoredEntry[], id: string) =>
      list.find((one) => one.id === id)?.state._tag
    const guessed = mergeEntries([at("old", 1, false), at("new", 2, false)])
    expect([stateOf(guessed, "old"), stateOf(guessed, "new")]).toEqual(["Sent", "Lost"])
    const named = mergeEntries([at("old", 1, false), at("new", 2, true)])
    expect([stateOf(named, "old"), stateOf(named, "new")]).toEqual(["Lost", "Sent"])
    // A wallet may repeat a response: a transaction that it never sent is not reported as successful.
    const repeated = mergeEntries([at("new", 2, true), at("old", 1, true)])
    expect([stateOf(repeated, "old"), stateOf(repeated, "new")]).toEqual(["Sent", "Lost"])
  })
})

describe("hasMoreKnowledge", () => {
  it("reports whether another tab needs the update, and never after it has it", () => {
    fc.assert(
      fc.property(fc.array(copies, { maxLength: 5 }), fc.array(copies, { maxLength: 5 }), (one, two) => {
        const all = mergeEntries(one, two)
        expect(hasMoreKnowledge(all, all)).toBe(false)
        expect(hasMoreKnowledge(mergeEntries(two), all)).toBe(
          hasMoreKnowledge(mergeEntries(all, mergeEntries(two)), all),
        )
        expect(hasMoreKnowledge(all, [])).toBe(all.length > 0)
      }),
    )
  })
})

describe("withOutcome", () => {
  it("sets the outcome of a request without a known state", () => {
    expect(withOutcome(paid, declined).state).toEqual({ _tag: "Declined" })
    expect(withOutcome(paid, failed).state).toEqual({ _tag: "NotSent", text: "low" })
    expect(withOutcome(paid, lost).state).toEqual({ _tag: "Lost" })
    expect(withOutcome(paid, sent("0x01"))).toMatchObject({
      state: { _tag: "Sent", hash: "0x01" },
      told: true,
    })
    expect(withOutcome(paid, { ...lost, hash: "0x01" }).state).toEqual({ _tag: "Sent", hash: "0x01" })
  })

  it("accepts late responses: a hash revives what was lost, declined or never sent", () => {
    for (const tag of ["Lost", "Declined", "Signed"] as const)
      expect(withOutcome({ ...paid, state: { _tag: tag } }, sent("0x01")).state._tag).toBe("Sent")
    expect(withOutcome({ ...paid, state: { _tag: "NotSent", text: "" } }, sent("0x01")).state._tag).toBe(
      "Sent",
    )
  })

  it("never revokes what the chain has shown", () => {
    fc.assert(
      fc.property(states, outcomes, (state, outcome) => {
        const before = { ...paid, state }
        const after = withOutcome(before, outcome)
        const hash = outcome._tag === "NotSent" ? null : outcome.hash
        fc.pre(hash !== null || state._tag !== "Asked")
        // A hash from the wallet is the right one, even if a search had found another.
        const isKnown = hash === null || getHash(state) === hash
        expect(after.state).toEqual(isKnown ? state : { _tag: "Sent", hash })
        expect(after.told).toBe(hash !== null)
        expect(mergeEntry(before, after)).toEqual(after)
      }),
    )
  })
})

describe("withState", () => {
  it("gives a state that every tab agrees on from then on", () => {
    fc.assert(
      fc.property(same, states, fc.boolean(), (before, state, told) => {
        const after = withState(before, state, told)
        expect(mergeEntry(before, after)).toEqual(after)
        expect(mergeEntry(after, before)).toEqual(after)
      }),
    )
  })
})

describe("isDuplicate for a payment", () => {
  it("matches account, token, amount and address in any notation", () => {
    const { subject } = paid
    if (subject._tag !== "Transfer") throw new Error(subject._tag)
    const account = "eip155:1:0xaA"
    const payment = { ...subject, to: "0xbB" }
    const token = { ...subject.token, address: "0xCc" }
    expect(isDuplicate(paid, { account, subject: payment })).toBe(true)
    expect(isDuplicate(paid, { account: "eip155:10:0xAa", subject: payment })).toBe(false)
    expect(isDuplicate(paid, { account, subject: { ...payment, token } })).toBe(false)
    expect(isDuplicate(paid, { account, subject: { ...payment, amount: 6n } })).toBe(false)
    expect(isDuplicate(paid, { account, subject: { ...payment, to: "0xCc" } })).toBe(false)
    expect(isDuplicate({ ...paid, subject: { _tag: "Raw" } }, { account, subject: payment })).toBe(false)
  })

  const noted = (notes: { readonly memo?: string; readonly references?: readonly string[] }) => {
    const { account, subject } = paid
    if (subject._tag !== "Transfer") throw new Error(subject._tag)
    return { account, subject: { ...subject, ...notes } }
  }

  it("compares payments of a link's server by the link, and no other calls", () => {
    const call = { _tag: "Call", intent: "Send", contract: null, digest: "1" } as const
    const made = { account: paid.account, subject: { ...call, server: { host: "a.example", link: "0x1" } } }
    const again = { ...made, subject: { ...made.subject, digest: "2", intent: null } }
    expect(isDuplicate(made, again)).toBe(true)
    const isSameAs = (server: { readonly host: string; readonly link: string }) =>
      isDuplicate(made, { ...made, subject: { ...call, server } })
    expect(isSameAs({ host: "a.example", link: "0x2" })).toBe(false)
    // The digest is of the whole link, and a host that is stored may have been cut.
    expect(isSameAs({ host: "a.exam", link: "0x1" })).toBe(true)
    expect(isDuplicate(made, { ...made, account: "eip155:10:0xAa" })).toBe(false)
    expect(isDuplicate(made, { ...made, subject: call })).toBe(false)
    expect(isDuplicate({ ...made, subject: call }, { ...made, subject: call })).toBe(false)
  })

  it("tells payments apart by memo and references", () => {
    const one = noted({ memo: "111", references: ["a", "b"] })
    expect(isDuplicate(one, noted({ memo: "111", references: ["a", "b"] }))).toBe(true)
    expect(isDuplicate(one, noted({ memo: "222", references: ["a", "b"] }))).toBe(false)
    expect(isDuplicate(one, noted({ memo: "111", references: ["a"] }))).toBe(false)
    expect(isDuplicate(one, noted({ references: ["a", "b"] }))).toBe(false)
    expect(isDuplicate(noted({ references: [] }), noted({ memo: "111", references: [] }))).toBe(false)
  })

  it("matches an entry of an earlier version, which recorded neither, with any memo and references", () => {
    expect(isDuplicate(noted({}), noted({ memo: "111", references: ["a"] }))).toBe(true)
    expect(isDuplicate(noted({}), noted({ references: [] }))).toBe(true)
  })
})

describe("hashesOfOtherEntries", () => {
  it("returns the transactions of other requests on the same network, without manual broadcasts", () => {
    const other = (id: string, change: Partial<StoredEntry>): StoredEntry => ({
      ...paid,
      id,
      state: { _tag: "Sent", hash: id },
      ...change,
    })
    const all = [
      paid,
      other("0x01", {}),
      other("0x02", { network: "eip155:10" }),
      other("0x03", { subject: { _tag: "Raw" } }),
      other("0x04", { state: { _tag: "Replaced", hash: null, by: "0x05" } }),
    ]
    expect(hashesOfOtherEntries(all, paid)).toEqual(["0x01"])
  })
})

describe("isDuplicate", () => {
  const of = (subject: StoredEntry["subject"], account: StoredEntry["account"] = paid.account) => ({
    ...paid,
    account,
    subject,
  })
  const like = (one: StoredEntry["subject"], other: StoredEntry["subject"], account = paid.account) =>
    isDuplicate(of(one), { account, subject: other })

  it("matches the same swap, regardless of quote and router", () => {
    expect(like(swap, swap)).toBe(true)
    expect(like(swap, { ...swap, minimum: 1n, router: "0x01" })).toBe(true)
    const batched = { ...of(swap), batch: "0xb1" }
    expect(isDuplicate(batched, of(swap))).toBe(true)
    expect(
      like({ ...swap, destination: { ...usdCoin, address: usdCoin.address?.toLowerCase() ?? "" } }, swap),
    ).toBe(true)
  })

  it("rejects another amount, another target or another account", () => {
    expect(like(swap, { ...swap, amount: swap.amount + 1n })).toBe(false)
    expect(like(swap, { ...swap, destination: { ...usdCoin, address: "0x01" } })).toBe(false)
    expect(like(swap, { ...swap, source: usdCoin, destination: swap.source })).toBe(false)
    expect(like(swap, swap, "eip155:1:0xCc")).toBe(false)
    expect(like(swap, swap, "eip155:10:0xAa")).toBe(false)
  })

  it("matches the same approval of this amount to this spender", () => {
    expect(like(approval, { ...approval, spender: approval.spender.toLowerCase() })).toBe(true)
    expect(like(approval, { ...approval, amount: 0n })).toBe(false)
    expect(like(approval, { ...approval, spender: "0x01" })).toBe(false)
    expect(like(approval, { ...approval, token: { ...usdCoin, address: "0x01" } })).toBe(false)
  })

  it("rejects other kinds, and requests that may be repeated", () => {
    const kinds = [paid.subject, approval, swap]
    for (const one of kinds) for (const other of kinds) expect(like(one, other)).toBe(one === other)
    for (const one of [call, { _tag: "Raw" }, { _tag: "Message", digest: "0xd1" }] as const)
      expect(like(one, one)).toBe(false)
  })
})

describe("entries with the wallet", () => {
  it("keeps unsettled entries in every state, regardless of list size", () => {
    const batch: StoredEntry = { ...paid, id: "batch", at: 1, transaction: null, batch: "0xb1" }
    const others = Array.from({ length: maxSettledEntries + 10 }, (_, at): StoredEntry => {
      return { ...paid, id: `${at}`, at: 1_000 + at, state: { _tag: "Declined" } }
    })
    for (const state of [{ _tag: "Asked" }, { _tag: "Lost" }, { _tag: "Taken", batch: "0xb2" }] as const)
      expect(mergeEntries([{ ...batch, state }, ...others]).map(({ id }) => id)).toContain("batch")
    expect(mergeEntries([{ ...batch, state: { _tag: "NotSent", text: "" } }, ...others])).toHaveLength(
      maxSettledEntries,
    )
  })
})
