import { type AwaitingBroadcast, type TransactionStatus, TransferRejected } from "@wmodal/chains"
import { BroadcastError } from "@wmodal/protocol"
import { Effect, Exit, Scope } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { getEntries, makeLedgerOver, makePaymentDraft, open } from "../testing/ledgerWorld.ts"

const hash = `0x${"cd".repeat(32)}`
const raw: AwaitingBroadcast = { _tag: "AwaitingBroadcast", raw: "0x02" }
const uncertain = new BroadcastError({ hash, reason: { _tag: "Uncertain", error: null } })
const refused = new BroadcastError({
  hash,
  reason: { _tag: "Refused", code: -26, text: "no" },
})
const reverts = new TransferRejected({ reason: { _tag: "Reverts", text: "no" } })

/** The outcome of each broadcast: accepted, accepted without a response, lost on the way, refused. */
const fates = fc.array(fc.constantFrom("Taken", "Unheard", "Lost", "Refused", "Reverts"), {
  minLength: 1,
  maxLength: 5,
})
/** Seconds until the next block; a reload before it. */
const course = fc.record({ fates, block: fc.constantFrom(1, 30, 400), reload: fc.boolean() })

const play = ({ fates: script, block, reload }: typeof course extends fc.Arbitrary<infer A> ? A : never) =>
  Effect.gen(function* () {
    const { storage } = yield* open
    const left = [...script]
    /** True if any node has it, and true if it is in a block. */
    const chain = { has: false, mined: false, sent: 0 }
    const find = () =>
      Effect.sync(
        (): TransactionStatus =>
          !chain.has
            ? { _tag: "Missing" }
            : chain.mined
              ? { _tag: "Mined", hash, succeeded: true, block: 1n, at: 1, fee: 1n, confirmations: 6 }
              : { _tag: "Pending", hash },
      )
    const broadcast = () =>
      Effect.suspend((): Effect.Effect<string, BroadcastError | TransferRejected> => {
        chain.sent += 1
        const fate = chain.has ? "Taken" : (left.shift() ?? "Lost")
        if (fate === "Taken" || fate === "Unheard") chain.has = true
        if (fate === "Taken") return Effect.succeed(hash)
        return Effect.fail(fate === "Refused" ? refused : fate === "Reverts" ? reverts : uncertain)
      })
    const actions = { toTransactionHash: () => hash, broadcast, find }
    const first = yield* Scope.make()
    const ledger = yield* Scope.provide(makeLedgerOver(storage.tab(), actions), first)
    const { id } = yield* ledger.record(makePaymentDraft(5n))
    const { outcome } = yield* ledger.send(id, Effect.succeed(raw))
    yield* TestClock.adjust(`${block} seconds`)
    if (reload) yield* Scope.close(first, Exit.void)
    const last = reload ? yield* makeLedgerOver(storage.tab(), actions) : ledger
    chain.mined = true
    yield* TestClock.adjust("10 minutes")
    const [entry, ...others] = getEntries(last)
    const again = yield* Effect.result(last.record(makePaymentDraft(5n)))
    yield* Scope.close(first, Exit.void)
    return { again: again._tag, chain, entry, others, outcome }
  })

describe("wallet-signed bytes", () => {
  it("never becomes NotSent after a possible broadcast, and never pays twice, for every node response", async () => {
    await fc.assert(
      fc.asyncProperty(course, async (of) => {
        const { again, chain, entry, others, outcome } = await Effect.runPromise(
          Effect.scoped(play(of)).pipe(Effect.provide(TestClock.layer())),
        )
        const tag = entry?.state._tag
        expect(others).toEqual([])
        // A mined transaction is Confirmed, and one refused at once is NotSent. No node has confirmed any other.
        const isRefused = /^(Refused|Reverts)$/.test(of.fates[0] ?? "")
        expect(tag).toBe(chain.has ? "Confirmed" : isRefused ? "NotSent" : "Unanswered")
        expect(outcome._tag).toBe(isRefused ? "NotSent" : "Sent")
        // The same payment is accepted again only if the first is settled.
        expect(again).toBe(tag === "Unanswered" ? "Failure" : "Success")
        expect(chain.sent).toBeLessThanOrEqual(4)
      }),
    )
  })
})
