import { ConnectorError } from "@wmodal/chains"
import { SubscriptionRef } from "@wmodal/protocol"
import { Deferred, Effect, Exit, Fiber, Result, Scope } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { batchWallet } from "../testing/batchWallet.ts"
import {
  declined,
  makeLedgerOver,
  makeOpenQuestion,
  makePaymentDraft,
  replyLost,
  sharedStorage,
  toSentOutcome,
} from "../testing/ledgerWorld.ts"
import { scriptedChain } from "../testing/scriptedChain.ts"
import type { LedgerWriter } from "./LedgerWriter.ts"
import { generateBatchId, getHash } from "./ledgerModel.ts"

const tab = fc.constantFrom(0, 1)
const amount = fc.constantFrom(1n, 2n)

const happenings = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      _tag: fc.constant("Pay" as const),
      tab,
      amount,
      // One transaction, or a batch under the wallet's id or under ours.
      as: fc.constantFrom("Transaction", "Batch", "OwnBatch"),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      _tag: fc.constant("Answer" as const),
      // Sends with, without or with a lost response, and the same without sending.
      how: fc.constantFrom("Told", "Lost", "Silent", "Declined", "LostUnsent"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ _tag: fc.constant("Reload" as const), tab }) },
  fc.constantFrom(...(["Mine", "Reprice", "Cancel", "Displace", "Drop"] as const)).map((_tag) => ({ _tag })),
  fc.record({ _tag: fc.constant("Pass" as const), seconds: fc.constantFrom(1, 5, 70) }),
  fc.record({ _tag: fc.constant("Sleep" as const), asleep: fc.boolean() }),
)
const reorgs = fc.record({ _tag: fc.constant("Reorganise" as const), keeps: fc.boolean() })
type LedgerCommand =
  | Exclude<typeof happenings extends fc.Arbitrary<infer A> ? A : never, undefined>
  | (typeof reorgs extends fc.Arbitrary<infer A> ? A : never)

/** A pending wallet prompt of a tab that is still open. */
interface OpenPrompt {
  readonly id: string
  readonly tab: number
  readonly amount: bigint
  /** The wallet sends. */
  readonly send: () => void
  readonly answer: (how: "Told" | "Lost" | "Declined") => Effect.Effect<unknown>
}

const offline = new ConnectorError({ connectorId: "io.scripted", reason: { _tag: "Offline" } })
const refused = new ConnectorError({ connectorId: "io.scripted", reason: { _tag: "Declined" } })

const play = (script: readonly LedgerCommand[], holds: (world: LedgerWorldState) => void) =>
  Effect.gen(function* () {
    const chain = scriptedChain()
    const storage = sharedStorage()
    const wallet = batchWallet(chain)
    const open = Effect.gen(function* () {
      const scope = yield* Scope.make()
      const ledger = yield* Scope.provide(
        makeLedgerOver(storage.tab(), chain.actions, [], wallet.connector),
        scope,
      )
      return { ledger, close: Scope.close(scope, Exit.void) }
    })
    const tabs = [yield* open, yield* open]
    let shown: readonly OpenPrompt[] = []
    const world: LedgerWorldState = {
      chain,
      ledgers: () => tabs.map(({ ledger }) => ledger),
      shown: () => shown,
    }
    const settle = Effect.forEach(Array.from({ length: 20 }), () => Effect.yieldNow, { discard: true })

    const happen = (one: LedgerCommand) =>
      Effect.gen(function* () {
        const [waiting] = chain.waiting()
        switch (one._tag) {
          case "Pay": {
            const { ledger } = tabs[one.tab] ?? (yield* Effect.die("no tab"))
            const mark = yield* chain.actions.takeCheckpoint()
            const isBatch = one.as !== "Transaction"
            const batch = generateBatchId()
            const recorded = yield* Effect.result(
              ledger.record({ ...makePaymentDraft(one.amount), mark, ...(isBatch && { batch }) }),
            )
            if (Result.isFailure(recorded)) return
            const { id } = recorded.success
            const content = makePaymentDraft(one.amount).transaction ?? {}
            const question = { id, tab: one.tab, amount: one.amount }
            if (isBatch) {
              const answer = Deferred.makeUnsafe<string, ConnectorError>()
              const name = one.as === "OwnBatch" ? `own ${batch}` : batch
              const outcomes = {
                Told: Deferred.succeed(answer, name),
                Lost: Deferred.fail(answer, offline),
                Declined: Deferred.fail(answer, refused),
              }
              yield* Effect.forkChild(Effect.result(ledger.sendBatch(id, Deferred.await(answer))), {
                startImmediately: true,
              })
              const send = () => {
                wallet.send(name, content, batch)
              }
              shown = [...shown, { ...question, send, answer: (how) => outcomes[how] }]
              return
            }
            const { question: asking, answer } = makeOpenQuestion()
            let hash = ""
            yield* Effect.forkChild(ledger.send(id, asking), { startImmediately: true })
            const outcomes = {
              Told: () => toSentOutcome(hash),
              Lost: () => replyLost,
              Declined: () => declined,
            }
            const send = () => {
              hash = chain.send(content)
            }
            shown = [...shown, { ...question, send, answer: (how) => answer(outcomes[how]()) }]
            return
          }
          case "Answer": {
            const [first, ...rest] = shown
            if (first === undefined) return
            shown = rest
            const sends = one.how === "Told" || one.how === "Lost" || one.how === "Silent"
            if (sends) first.send()
            if (one.how !== "Silent") yield* first.answer(one.how === "LostUnsent" ? "Lost" : one.how)
            return
          }
          case "Reload":
            yield* tabs[one.tab]?.close ?? Effect.void
            shown = shown.filter((question) => question.tab !== one.tab)
            tabs[one.tab] = yield* open
            return
          case "Mine":
            return chain.mine()
          case "Reprice":
            if (waiting !== undefined) chain.reprice(waiting)
            return
          case "Cancel":
            if (waiting !== undefined) chain.displace(waiting, "")
            return
          case "Displace":
            if (waiting !== undefined) chain.displace(waiting, "something else")
            return
          case "Drop":
            // A wallet may then use a nonce from before its checkpoint: see the last test.
            if (waiting !== undefined && shown.length === 0) chain.drop(waiting)
            return
          case "Reorganise":
            // The same applies if a block is reorganised away and forgotten.
            return chain.reorganise(one.keeps || shown.length > 0)
          case "Pass":
            return yield* TestClock.adjust(one.seconds * 1_000)
          case "Sleep":
            return chain.sleep(one.asleep)
        }
      })

    for (const one of script) {
      yield* happen(one)
      yield* settle
      holds(world)
    }
    // In the end every request has a response, and every pending transaction is mined.
    for (const { answer } of shown) yield* answer("Declined")
    shown = []
    chain.sleep(false)
    for (let block = 0; block < 8; block++) {
      chain.mine()
      yield* TestClock.adjust("2 minutes")
    }
    for (const { ledger } of tabs)
      for (const { id } of SubscriptionRef.getUnsafe(ledger.entries)) yield* ledger.checkAgain(id)
    yield* settle
    holds(world)
    const [here, there] = tabs.map(({ ledger }) => SubscriptionRef.getUnsafe(ledger.entries))
    for (const { close } of tabs) yield* close
    return { chain, here: here ?? [], there: there ?? [] }
  }).pipe(Effect.scoped, Effect.provide(TestClock.layer()))

interface LedgerWorldState {
  readonly chain: ReturnType<typeof scriptedChain>
  readonly ledgers: () => readonly LedgerWriter[]
  readonly shown: () => readonly OpenPrompt[]
}

/** Returns whether every tab knows the payments that may still be mined. */
const knowsTwins = ({ chain, ledgers, shown }: LedgerWorldState) => {
  const blind = ledgers().flatMap((ledger, at) =>
    [1n, 2n].filter((of) => {
      const content = JSON.stringify(makePaymentDraft(of).transaction)
      const mayCome =
        chain.waiting().some(({ does }) => does === content) ||
        shown().some((question) => question.amount === of && question.tab === at)
      return mayCome && ledger.findDuplicate(makePaymentDraft(of)) === null
    }),
  )
  expect(blind).toEqual([])
}

/** Checks that each mined payment is confirmed, by one request each, in both tabs. */
const ending = async (script: readonly LedgerCommand[], holds: (world: LedgerWorldState) => void) => {
  const { chain, here, there } = await Effect.runPromise(play(script, holds))
  const contents = [1n, 2n].map((of) => JSON.stringify(makePaymentDraft(of).transaction))
  const paid = chain.mined().filter(({ does }) => contents.includes(does))
  const confirmedIn = (entries: typeof here) =>
    entries
      .filter(({ state }) => state._tag === "Confirmed")
      .map(({ state }) => getHash(state))
      .toSorted()
  const statesIn = (entries: typeof here) => entries.map(({ id, state }) => [id, state])
  return {
    told: { confirmed: confirmedIn(here), states: statesIn(there) },
    due: { confirmed: paid.map(({ hash }) => hash).toSorted(), states: statesIn(here) },
  }
}

describe("payments in random interleavings", () => {
  it("confirms each payment once, and refuses duplicates while it may be mined", {
    timeout: 900_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happenings, { maxLength: 14 }), async (script) => {
        const { told, due } = await ending(script, knowsTwins)
        expect(told).toEqual(due)
      }),
    )
  })

  it("confirms each payment once under arbitrary reorganisations", { timeout: 900_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(happenings, reorgs), { maxLength: 14 }), async (script) => {
        const { told, due } = await ending(script, () => {})
        expect(told).toEqual(due)
      }),
    )
  })

  it("stays unsettled and refuses duplicates when a node forgot the transaction with its nonce", async () => {
    const found = Effect.gen(function* () {
      const chain = scriptedChain()
      const ledger = yield* makeLedgerOver(sharedStorage().tab(), chain.actions)
      const ask = Effect.fnUntraced(function* (of: bigint) {
        const entry = yield* ledger.record({
          ...makePaymentDraft(of),
          mark: yield* chain.actions.takeCheckpoint(),
        })
        const wallet = makeOpenQuestion()
        const asking = yield* Effect.forkChild(ledger.send(entry.id, wallet.question), {
          startImmediately: true,
        })
        const send = () => chain.send(makePaymentDraft(of).transaction ?? {})
        return { ...wallet, asking, send }
      })
      const first = yield* ask(1n)
      yield* first.answer(toSentOutcome(first.send()))
      const second = yield* ask(2n)
      const [waiting] = chain.waiting()
      if (waiting !== undefined) chain.drop(waiting)
      second.send()
      yield* second.answer(replyLost)
      yield* Fiber.join(second.asking)
      chain.mine()
      yield* TestClock.adjust("1 hour")
      return {
        states: SubscriptionRef.getUnsafe(ledger.entries)
          .map(({ state }) => state._tag)
          .toSorted(),
        twin: ledger.findDuplicate(makePaymentDraft(2n)) !== null,
      }
    }).pipe(Effect.scoped, Effect.provide(TestClock.layer()))
    expect(await Effect.runPromise(found)).toEqual({ states: ["Lost", "Replaced"], twin: true })
  })
})
