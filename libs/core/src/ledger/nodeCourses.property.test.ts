import type { AwaitingBroadcast, TransactionStatus } from "@wmodal/chains"
import { BroadcastError } from "@wmodal/protocol"
import { Effect, Exit, Result, Scope } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { getEntries, makeLedgerOver, makePaymentDraft, open } from "../testing/ledgerWorld.ts"
import type { LedgerWriter } from "./LedgerWriter.ts"

const toBroadcastError = (hash: string, isRefusal: boolean) =>
  new BroadcastError({
    hash,
    reason: isRefusal ? { _tag: "Refused", code: -32000, text: "no" } : { _tag: "Uncertain", error: null },
  })

/** What a node does with bytes that it is given. `NoAnswer`: it accepts them, and its answer is lost. */
const fates = fc.constantFrom("Accepts", "NoAnswer", "Loses", "Refuses")
/** What happens to the chain, or what the user does, a while later. */
const events = fc.constantFrom("mines", "replaces", "drops", "reorganizes", "passes", "reloads", "looks")
const course = fc.record({
  fates: fc.array(fates, { minLength: 1, maxLength: 6 }),
  events: fc.array(fc.tuple(events, fc.constantFrom(1, 15, 90)), { maxLength: 8 }),
})

/** A chain whose nodes do as the script says. Bytes are `0x`, their nonce and a serial number; they are their hash. */
const makeNodes = (script: readonly string[]) => {
  const left = [...script]
  const pool = new Set<string>()
  const had = new Set<string>()
  /** By nonce. */
  let mined: readonly string[] = []
  const getNonce = (raw: string) => Number.parseInt(raw.slice(2, 6), 16)
  const isUsed = (raw: string) => getNonce(raw) < mined.length
  const mine = (one: string) => {
    mined = [...mined, one]
    for (const raw of pool) if (isUsed(raw)) pool.delete(raw)
  }
  return {
    pool,
    had,
    isMined: (raw: string) => mined.includes(raw),
    isUsed,
    payments: () => mined.filter((one) => one.startsWith("0x")),
    sign: (serial: number) =>
      `0x${mined.length.toString(16).padStart(4, "0")}${serial.toString(16).padStart(4, "0")}`,
    /** Mines what waits for its turn. */
    mine: () => {
      const next = [...pool].find((raw) => getNonce(raw) === mined.length)
      if (next !== undefined) mine(next)
      return next !== undefined
    },
    /** Mines another transaction of the account. */
    replace: () => mine(`other ${mined.length}`),
    reorganize: () => {
      const last = mined.at(-1)
      mined = mined.slice(0, -1)
      if (last?.startsWith("0x")) pool.add(last)
    },
    broadcast: (raw: string) =>
      Effect.suspend(() => {
        if (pool.has(raw)) return Effect.succeed(raw)
        // "Nonce too low" of a node that does not find mined transactions by their hash.
        if (isUsed(raw)) return Effect.fail(toBroadcastError(raw, false))
        const fate = left.shift() ?? "Accepts"
        if (fate === "Refuses") return Effect.fail(toBroadcastError(raw, true))
        if (fate !== "Loses") for (const set of [pool, had]) set.add(raw)
        return fate === "Accepts" ? Effect.succeed(raw) : Effect.fail(toBroadcastError(raw, false))
      }),
    find: (hash: string | null, own: string | undefined): TransactionStatus => {
      const at = hash === null ? -1 : mined.indexOf(hash)
      if (hash !== null && at >= 0)
        return {
          _tag: "Mined",
          hash,
          succeeded: true,
          block: BigInt(at),
          at: 1,
          fee: 1n,
          confirmations: Math.min(2, mined.length - at),
        }
      if (hash !== null && pool.has(hash)) return { _tag: "Pending", hash }
      const by = own === undefined ? undefined : mined[Number(own)]
      return by === undefined ? { _tag: "Missing" } : { _tag: "Replaced", by }
    },
    getNonce,
  }
}

const play = ({ events: happens, fates: script }: typeof course extends fc.Arbitrary<infer A> ? A : never) =>
  Effect.gen(function* () {
    const { storage } = yield* open
    const nodes = makeNodes(script)
    const actions = {
      toTransactionHash: ({ raw }: { readonly raw: string }) => raw,
      readSigned: ({ raw }: { readonly raw: string }) =>
        Effect.succeed({ from: null, mark: { own: `${nodes.getNonce(raw)}` } }),
      broadcast: ({ raw }: { readonly raw: string }) => nodes.broadcast(raw),
      find: ({ sought }: Parameters<Parameters<typeof makeLedgerOver>[1]["find"] & object>[0]) =>
        Effect.sync(() => nodes.find(sought.hash, sought.mark?.["own"])),
    }
    let page = yield* Scope.make()
    let ledger: LedgerWriter = yield* Scope.provide(makeLedgerOver(storage.tab(), actions), page)
    const signed: string[] = []
    /** Pays unless the ledger refuses it, as a user who presses again. */
    const pay = Effect.gen(function* () {
      const entry = yield* Effect.result(ledger.record(makePaymentDraft(5n)))
      if (Result.isFailure(entry)) return
      const [last] = signed.slice(-1)
      // No payment is made again while the earlier one may still go through.
      if (last !== undefined && !nodes.isMined(last)) expect(nodes.pool.has(last)).toBe(false)
      const raw = nodes.sign(signed.length)
      signed.push(raw)
      const bytes: AwaitingBroadcast = { _tag: "AwaitingBroadcast", raw }
      yield* ledger.send(entry.success.id, Effect.succeed(bytes))
    })
    yield* pay
    for (const [event, seconds] of happens) {
      if (event === "mines") nodes.mine()
      if (event === "replaces") nodes.replace()
      if (event === "drops") nodes.pool.clear()
      // Chains reorganize their newest blocks, and an open page looks at those again.
      if (event === "reorganizes") {
        const isNew = nodes.mine()
        yield* TestClock.adjust("10 seconds")
        if (isNew) nodes.reorganize()
        yield* TestClock.adjust("1 minute")
      }
      if (event === "reloads") {
        yield* Scope.close(page, Exit.void)
        page = yield* Scope.make()
        ledger = yield* Scope.provide(makeLedgerOver(storage.tab(), actions), page)
      }
      const [newest] = getEntries(ledger)
      if (event === "looks" && newest !== undefined) yield* Effect.exit(ledger.checkAgain(newest.id))
      yield* TestClock.adjust(`${seconds} seconds`)
    }
    yield* TestClock.adjust("5 minutes")
    const [entry] = getEntries(ledger)
    const [raw = ""] = signed
    const first = {
      entry,
      isMined: nodes.isMined(raw),
      isUsed: nodes.isUsed(raw),
      isPooled: nodes.pool.has(raw),
    }
    const hadIt = nodes.had.has(raw)
    const refused = script[0] === "Refuses"
    yield* pay
    nodes.mine()
    yield* TestClock.adjust("10 minutes")
    yield* Scope.close(page, Exit.void)
    return { first, hadIt, nodes, refused, signed }
  })

/** Returns the right word for what became of the payment. */
const toWord = ({
  first: { isMined, isPooled, isUsed },
  hadIt,
  refused,
}: Effect.Success<ReturnType<typeof play>>) => {
  if (isMined) return /^Confirmed$/
  if (refused) return /^NotSent$/
  if (isUsed) return /^Replaced$/
  if (isPooled) return /^Sent$/
  // A node may lose it again before a look.
  return hadIt ? /^(?:Sent|Dropped|Unanswered)$/ : /^Unanswered$/
}

describe("a payment of signed bytes", () => {
  it("ends with the right word and is never made twice, whatever nodes do", async () => {
    await fc.assert(
      fc.asyncProperty(course, async (of) => {
        const end = await Effect.runPromise(Effect.scoped(play(of)).pipe(Effect.provide(TestClock.layer())))
        const { first, nodes, signed } = end
        expect(first.entry?.state._tag).toMatch(toWord(end))
        // The user paid again only after the first was mined, refused or replaced for good.
        const settled = /^(?:Confirmed|NotSent|Replaced)$/.test(first.entry?.state._tag ?? "")
        expect(signed).toHaveLength(settled ? 2 : 1)
        expect(nodes.payments().length).toBeLessThanOrEqual(signed.length)
      }),
      { numRuns: 60 },
    )
  })
})
