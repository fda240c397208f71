import { describe, expect, it } from "@effect/vitest"
import {
  type AwaitingBroadcast,
  type ChainActions,
  type ChainTransaction,
  ConnectorError,
  type SendOutcome,
  type TransactionStatus,
  TransferRejected,
} from "@wmodal/chains"
import { BroadcastError, SubscriptionRef } from "@wmodal/protocol"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import type { SendError } from "../send/Send.ts"
import { connectAccountWith } from "../testing/connectAccountWith.ts"
import { approvingCalls } from "../testing/scriptedWallet.ts"

const to = { address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", name: null, image: null }
const bitcoinNetwork = "bip122:000000000019d6689c085ae165831e93"
const fee = (units: bigint) => ({ expected: units, most: units, transactionFields: {}, seconds: 600 })
const mined = (hash: string): TransactionStatus => ({
  _tag: "Mined",
  hash,
  succeeded: true,
  block: 1n,
  at: 1,
  fee: 1n,
  confirmations: 6,
})
const connectorId = "Scripted Orange"
const declined: SendOutcome = {
  _tag: "NotSent",
  error: new ConnectorError({ connectorId, reason: { _tag: "Declined" } }),
}
const left = (raw: string): AwaitingBroadcast => ({ _tag: "AwaitingBroadcast", raw })
const refusal = new BroadcastError({
  hash: "second",
  reason: { _tag: "Refused", code: -26, text: "insufficient fee" },
})

/** A bitcoin payment that is pending under the hash `first`. The wallet signs; the signed text determines the hash. */
const waitingPayment = (actions: Partial<ChainActions> = {}) =>
  Effect.gen(function* () {
    const asked: ChainTransaction[] = []
    const chain = {
      standing: { _tag: "Pending", hash: "first" } satisfies TransactionStatus as TransactionStatus,
    }
    const answers: Effect.Effect<SendOutcome | AwaitingBroadcast>[] = [Effect.succeed(left("first"))]
    const { engine, flows, say } = yield* connectAccountWith({
      on: "bip122",
      answers: {
        calls: Effect.succeed({
          ...approvingCalls,
          sendTransaction: ({ transaction }) => {
            asked.push(transaction)
            return answers.shift() ?? Effect.succeed(left("second"))
          },
        }),
      },
      actions: {
        address: (text) => (text.startsWith("bc1") ? text : null),
        balance: () => Effect.succeed(100_000n),
        estimate: () => Effect.succeed(fee(200n)),
        build: () => ({ psbt: "one" }),
        find: () => Effect.succeed(chain.standing),
        toTransactionHash: ({ raw }) => raw,
        broadcast: ({ raw }) => Effect.succeed(raw),
        bumpFee: ({ transaction }) =>
          Effect.succeed({
            transaction: { psbt: `${transaction["psbt"]} more` },
            fee: fee(500n),
            before: 200n,
          }),
        ...actions,
      },
    })
    yield* flows.holdings.refresh
    const holding = yield* flows.holdings.find("BTC")
    if (holding === null) throw new Error("nothing is held")
    const { send, ledger } = flows
    const review = yield* send.prepare({ holding, amount: 50_000n, to })
    const { id } = yield* send.submit(review, ["FirstTime"])
    const entry = () => {
      const found = SubscriptionRef.getUnsafe(ledger.entries).find((one) => one.id === id)
      if (found === undefined) throw new Error("no entry")
      return found
    }
    return { answers, asked, chain, engine, entry, id, ledger, say, send }
  })

const getReason = <A>(failing: Effect.Effect<A, SendError>) =>
  Effect.map(Effect.flip(failing), ({ reason }) => reason)

describe("fee bump", () => {
  it.effect("shows both fees, is signed once, and is tracked as the same payment", () =>
    Effect.gen(function* () {
      const { asked, chain, entry, id, ledger, send } = yield* waitingPayment()
      expect(entry()).toMatchObject({ state: { _tag: "Sent", hash: "first" }, transaction: { psbt: "one" } })
      expect(send.canRaiseFee(entry())).toBe(true)
      const raise = yield* send.raiseFee(id)
      expect(raise).toMatchObject({ entry: id, before: 200n, fee: { most: 500n } })
      expect(asked).toHaveLength(1)
      const after = yield* send.submitRaise(raise)
      expect(after).toMatchObject({ id, state: { _tag: "Sent", hash: "second" } })
      expect(asked).toEqual([{ psbt: "one" }, { psbt: "one more" }])
      expect(SubscriptionRef.getUnsafe(ledger.entries)).toHaveLength(1)
      // One review is valid for one request.
      expect(yield* getReason(send.submitRaise(raise))).toEqual({ _tag: "Duplicate", entry: id })
      chain.standing = mined("second")
      yield* TestClock.adjust("10 seconds")
      expect(entry().state).toMatchObject({ _tag: "Confirmed", hash: "second" })
      expect(send.canRaiseFee(entry())).toBe(false)
    }),
  )

  it.effect("confirms the payment by the original transaction when it is mined before a later raise", () =>
    Effect.gen(function* () {
      const { chain, entry, id, send } = yield* waitingPayment()
      yield* send.submitRaise(yield* send.raiseFee(id))
      chain.standing = mined("first")
      yield* TestClock.adjust("10 seconds")
      expect(entry().state).toMatchObject({ _tag: "Confirmed", hash: "first" })
    }),
  )

  it.effect(
    "requests no raise after the payment is mined, and broadcasts none if it is mined during the request",
    () =>
      Effect.gen(function* () {
        const sent: string[] = []
        const { answers, asked, chain, entry, id, ledger, send } = yield* waitingPayment({
          broadcast: ({ raw }) => {
            sent.push(raw)
            return Effect.succeed(raw)
          },
        })
        const answer = Deferred.makeUnsafe<AwaitingBroadcast>()
        answers.push(Deferred.await(answer))
        const raise = yield* send.raiseFee(id)
        const asking = yield* Effect.forkChild(getReason(send.submitRaise(raise)), { startImmediately: true })
        yield* TestClock.adjust(1)
        expect(asked).toHaveLength(2)
        chain.standing = mined("first")
        yield* ledger.checkAgain(id)
        yield* Deferred.succeed(answer, left("second"))
        expect(yield* Fiber.join(asking)).toEqual({ _tag: "NotRaised", text: "" })
        expect(sent).toEqual(["first"])
        expect(yield* getReason(send.submitRaise(raise))).toEqual({ _tag: "NotRaised", text: "" })
        expect(yield* getReason(send.raiseFee(id))).toEqual({ _tag: "NotRaised", text: "" })
        expect(asked).toHaveLength(2)
        expect(entry().state).toMatchObject({ _tag: "Confirmed", hash: "first" })
      }),
  )

  it.effect("refuses a raise before the wallet request when the payment was mined unnoticed", () =>
    Effect.gen(function* () {
      const { asked, chain, id, send } = yield* waitingPayment()
      const raise = yield* send.raiseFee(id)
      chain.standing = mined("first")
      expect(yield* getReason(send.submitRaise(raise))).toEqual({ _tag: "NotRaised", text: "" })
      expect(asked).toHaveLength(1)
    }),
  )

  it.effect("keeps the payment unchanged when the wallet declines, and can be requested again", () =>
    Effect.gen(function* () {
      const { answers, entry, id, send } = yield* waitingPayment()
      const raise = yield* send.raiseFee(id)
      answers.push(Effect.succeed(declined))
      expect(yield* getReason(send.submitRaise(raise))).toMatchObject({ _tag: "Wallet" })
      expect(entry().state).toEqual({ _tag: "Sent", hash: "first" })
      expect((yield* send.submitRaise(raise)).state).toEqual({ _tag: "Sent", hash: "second" })
    }),
  )

  it.effect("keeps the payment unchanged when the network rejects it", () =>
    Effect.gen(function* () {
      const { entry, id, send } = yield* waitingPayment({
        broadcast: ({ raw }) => (raw === "first" ? Effect.succeed(raw) : Effect.fail(refusal)),
      })
      const reason = yield* getReason(send.submitRaise(yield* send.raiseFee(id)))
      expect(reason).toEqual({ _tag: "Problem", problem: refusal })
      expect(entry().state).toEqual({ _tag: "Sent", hash: "first" })
    }),
  )

  it.effect("finds a raise by its inputs after a lost response", () =>
    Effect.gen(function* () {
      const { answers, chain, entry, id, send } = yield* waitingPayment()
      answers.push(Effect.die(new Error("gone")))
      expect((yield* send.submitRaise(yield* send.raiseFee(id))).state).toEqual({
        _tag: "Sent",
        hash: "first",
      })
      chain.standing = { _tag: "Pending", hash: "second" }
      yield* TestClock.adjust("10 seconds")
      expect(entry().state).toEqual({ _tag: "Sent", hash: "second" })
    }),
  )

  it.effect("allows one wallet request at a time, and records it when its caller is interrupted", () =>
    Effect.gen(function* () {
      const { answers, entry, id, send } = yield* waitingPayment()
      const answer = Deferred.makeUnsafe<AwaitingBroadcast>()
      answers.push(Deferred.await(answer))
      const [raise, other] = [yield* send.raiseFee(id), yield* send.raiseFee(id)]
      const asking = yield* Effect.forkChild(send.submitRaise(raise), { startImmediately: true })
      yield* TestClock.adjust(1)
      expect(yield* getReason(send.submitRaise(other))).toEqual({ _tag: "Duplicate", entry: id })
      yield* Fiber.interrupt(asking)
      yield* Deferred.succeed(answer, left("second"))
      yield* TestClock.adjust(1)
      expect(entry().state).toEqual({ _tag: "Sent", hash: "second" })
    }),
  )

  it.effect.each(["AccountsChanged", "Disconnected", "modal"] as const)(
    "records the raise that the wallet sent after %s during the request",
    (event) =>
      Effect.gen(function* () {
        const { answers, engine, entry, id, say, send } = yield* waitingPayment()
        const answer = Deferred.makeUnsafe<SendOutcome>()
        answers.push(Deferred.await(answer))
        const asking = yield* Effect.forkChild(send.submitRaise(yield* send.raiseFee(id)), {
          startImmediately: true,
        })
        yield* TestClock.adjust(1)
        if (event === "modal") {
          yield* engine.router.open()
          yield* engine.router.close
        } else if (event === "Disconnected") say({ _tag: event })
        else say({ _tag: event, accounts: [`${bitcoinNetwork}:${to.address}`] })
        yield* TestClock.adjust(1)
        expect(send.canRaiseFee(entry())).toBe(event === "modal")
        yield* Deferred.succeed(answer, { _tag: "Sent", hash: "second" })
        yield* Fiber.join(asking)
        expect(entry().state).toEqual({ _tag: "Sent", hash: "second" })
      }),
  )

  it.effect("reports a wallet that has not responded for a minute, once", () =>
    Effect.gen(function* () {
      const { answers, entry, id, send } = yield* waitingPayment()
      const answer = Deferred.makeUnsafe<AwaitingBroadcast>()
      answers.push(Deferred.await(answer))
      let slow = 0
      const onSlow = Effect.sync(() => {
        slow++
      })
      const asking = yield* Effect.forkChild(send.submitRaise(yield* send.raiseFee(id), onSlow), {
        startImmediately: true,
      })
      yield* TestClock.adjust("59 seconds")
      expect(slow).toBe(0)
      yield* TestClock.adjust("2 minutes")
      expect(slow).toBe(1)
      yield* Deferred.succeed(answer, left("second"))
      yield* Fiber.join(asking)
      expect(entry().state).toEqual({ _tag: "Sent", hash: "second" })
    }),
  )

  it.effect("refuses a raise with the chain's own reason when the fee cannot rise", () =>
    Effect.gen(function* () {
      const text = "No funds are left for a higher fee."
      const { id, send } = yield* waitingPayment({
        bumpFee: () => Effect.fail(new TransferRejected({ reason: { _tag: "Reverts", text } })),
      })
      expect(yield* getReason(send.raiseFee(id))).toEqual({ _tag: "NotRaised", text })
      expect(yield* getReason(send.raiseFee("nobody's"))).toEqual({ _tag: "NotRaised", text: "" })
    }),
  )

  it.effect("offers a raise for the shown account only, on chains that support it", () =>
    Effect.gen(function* () {
      const { engine, entry, id, send } = yield* waitingPayment()
      const raise = yield* send.raiseFee(id)
      const { raiseFee } = (yield* waitingPayment({ bumpFee: null })).send
      expect(yield* getReason(raiseFee(id))).toEqual({ _tag: "NotRaised", text: "" })
      yield* engine.connection.disconnect()
      expect(send.canRaiseFee(entry())).toBe(false)
      expect(yield* getReason(send.submitRaise(raise))).toEqual({ _tag: "Changed" })
      expect(yield* getReason(send.raiseFee(id))).toMatchObject({ _tag: "Problem" })
      for (const change of [
        { transaction: null },
        { network: "eip155:1" },
        { state: { _tag: "Lost" } },
        { subject: { _tag: "Raw" } },
      ] as const)
        expect(send.canRaiseFee({ ...entry(), ...change })).toBe(false)
    }),
  )
})
