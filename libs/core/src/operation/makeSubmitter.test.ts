import { describe, expect, it } from "@effect/vitest"
import { ConnectorError, type SendOutcome } from "@wmodal/chains"
import { RpcError, SubscriptionRef } from "@wmodal/protocol"
import { mainnet, optimism } from "@wmodal/protocol/networks"
import { Deferred, Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import { isSettled } from "../ledger/Ledger.ts"
import { makePreparePayment } from "../send/makePreparePayment.ts"
import { makeTransferKind } from "../send/transferKind.ts"
import { collectUnhandled } from "../testing/collectUnhandled.ts"
import { failing } from "../testing/scriptedWallet.ts"
import {
  ann,
  coin,
  makeHolding,
  makeSendWorld,
  payerAddress,
  type SendWorld,
  usdc,
} from "../testing/sendFixture.ts"
import { makeSubmitter } from "./makeSubmitter.ts"

const other = "0x00000000000000000000000000000000000000b2"
const hash = `0x${"5e".repeat(32)}`
const declined = new ConnectorError({ connectorId: "io.scripted", reason: { _tag: "Declined" } })
const offline = new ConnectorError({ connectorId: "io.scripted", reason: { _tag: "Offline" } })

/** A payment of one base unit, reviewed and ready for confirmation. */
const reviewed = (given: SendWorld = {}, token = coin) =>
  Effect.gen(function* () {
    const world = yield* makeSendWorld(given)
    const room = yield* makeSubmitter(world.deps, makeTransferKind(world.deps))
    const review = yield* makePreparePayment(world.deps)({
      holding: makeHolding(token, 1n),
      amount: 1n,
      to: ann,
    })
    const entries = () => SubscriptionRef.getUnsafe(world.deps.ledger.entries)
    return { ...world, ...room, review, entries }
  })

const answering = (outcome: SendOutcome): SendWorld => ({
  calls: { sendTransaction: () => Effect.succeed(outcome) },
})

describe("submit", () => {
  it.effect("records the payment, sends it to the wallet once as shown, and emits its status", () =>
    Effect.gen(function* () {
      const { asked, entries, review, submit } = yield* reviewed()
      const entry = yield* submit(review, [])
      expect(asked).toEqual([{ account: review.account, network: mainnet, transaction: review.transaction }])
      expect(entry.state).toEqual({ _tag: "Sent", hash })
      expect(entries()).toEqual([entry])
      expect(entry).toMatchObject({
        account: review.account,
        network: "eip155:1",
        connectorId: "io.scripted",
        subject: { _tag: "Transfer", amount: 1n, to: ann.address, toName: "ann.eth", token: coin },
        transaction: review.transaction,
        mark: { nonce: "0", block: "0" },
      })
    }),
  )

  it.effect("records the payment before the wallet receives it", () =>
    Effect.gen(function* () {
      const seen: string[] = []
      const world = yield* reviewed({
        calls: {
          sendTransaction: () =>
            Effect.sync(() => {
              seen.push(...world.entries().map(({ state }) => state._tag))
              return { _tag: "Sent", hash }
            }),
        },
      })
      yield* world.submit(world.review, [])
      expect(seen).toEqual(["Asked"])
    }),
  )

  it.effect.each([
    ["declines", declined, "Declined"],
    ["cannot be reached", offline, "NotSent"],
  ] as const)("reports that nothing was sent when the wallet %s", ([, error, state]) =>
    Effect.gen(function* () {
      const { entries, events, review, submit } = yield* reviewed(answering({ _tag: "NotSent", error }))
      expect((yield* Effect.flip(submit(review, []))).reason).toEqual({ _tag: "Wallet", error })
      expect(entries()[0]?.state._tag).toBe(state)
      expect(events.map(({ name }) => name)).toEqual(["SEND_INITIATED", "SEND_ERROR"])
    }),
  )

  it.effect("returns a possibly sent payment as Lost, and refuses a duplicate", () =>
    Effect.gen(function* () {
      const { asked, events, review, submit } = yield* reviewed(
        answering({ _tag: "Unknown", hash: null, error: offline }),
      )
      const entry = yield* submit(review, [])
      expect(entry.state._tag).toBe("Lost")
      expect((yield* Effect.flip(submit(review, []))).reason).toEqual({ _tag: "Duplicate", entry: entry.id })
      expect(asked.length).toBe(1)
      // The success is still unknown.
      expect(events.map(({ name }) => name)).toEqual(["SEND_INITIATED"])
    }),
  )

  it.effect("tracks a possibly sent payment by the hash from the wallet", () =>
    Effect.gen(function* () {
      const { review, submit } = yield* reviewed(answering({ _tag: "Unknown", hash, error: offline }))
      expect((yield* submit(review, [])).state).toEqual({ _tag: "Sent", hash })
    }),
  )

  it.effect("treats an unexpected wallet error as a possible broadcast", () =>
    Effect.gen(function* () {
      const { review, submit } = yield* reviewed({ calls: { sendTransaction: () => Effect.die("broken") } })
      expect((yield* submit(review, [])).state._tag).toBe("Lost")
    }),
  )

  it.effect("sends no request when the chain's code fails to load", () =>
    Effect.gen(function* () {
      const world = yield* reviewed()
      const connector = world.deps.board.connectors.get("eip155")
      if (connector === undefined) throw new Error("no connector")
      world.deps.board.connectors.set("eip155", { ...connector, calls: failing({ _tag: "ChunkLoadFailed" }) })
      const { reason } = yield* Effect.flip(world.submit(world.review, []))
      expect(reason).toMatchObject({ _tag: "Wallet", error: { reason: { _tag: "ChunkLoadFailed" } } })
      expect(world.entries()[0]?.state._tag).toBe("NotSent")
    }),
  )
})

describe("a request in place of a pending entry", () => {
  const replacing = (given: SendWorld = {}) =>
    Effect.gen(function* () {
      const world = yield* reviewed(given)
      const pending = yield* world.submit(world.review, [])
      const room = yield* makeSubmitter(world.deps, {
        ...makeTransferKind(world.deps),
        toSubject: () => ({ _tag: "Replacement", entry: pending.id }),
      })
      return { ...world, ...room, pending }
    })

  it.effect("keeps the same entry, and takes no checkpoint", () =>
    Effect.gen(function* () {
      const replacement = `0x${"7a".repeat(32)}`
      const hashes = [hash, replacement]
      let marks = 0
      const { entries, pending, review, submit } = yield* replacing({
        calls: {
          sendTransaction: () => Effect.sync(() => ({ _tag: "Sent", hash: hashes.shift() ?? "" })),
        },
        actions: { takeCheckpoint: () => Effect.sync(() => ({ nonce: `${marks++}` })) },
      })
      expect(yield* submit(review, [])).toMatchObject({ id: pending.id, mark: { nonce: "0" } })
      expect(entries().map(({ state }) => state)).toEqual([{ _tag: "Sent", hash: replacement }])
      expect(marks).toBe(1)
      expect((yield* Effect.flip(submit(review, []))).reason).toEqual({
        _tag: "Duplicate",
        entry: pending.id,
      })
    }),
  )

  it.effect("accepts a request after one that failed unexpectedly before the wallet", () =>
    Effect.gen(function* () {
      const { asked, pending, ...world } = yield* replacing()
      const kind = makeTransferKind(world.deps)
      let broken = true
      const { submit } = yield* makeSubmitter(world.deps, {
        ...kind,
        toSubject: () => ({ _tag: "Replacement", entry: pending.id }),
        toRequest: (review) =>
          broken
            ? { _tag: "Transaction", transaction: null, ask: () => Effect.die("broken") }
            : kind.toRequest(review),
      })
      expect(Exit.hasDies(yield* Effect.exit(submit({ ...world.review }, [])))).toBe(true)
      expect(asked).toHaveLength(1)
      broken = false
      yield* submit({ ...world.review }, [])
      expect(asked).toHaveLength(2)
    }),
  )

  it.effect("rejects a signature alone, which would hide that the entry was sent", () =>
    Effect.gen(function* () {
      const { asked, entries, pending, review, signOnly, submit } = yield* replacing()
      expect((yield* Effect.flip(signOnly(review, []))).reason._tag).toBe("Wallet")
      expect(entries()).toEqual([pending])
      expect(asked).toHaveLength(1)
      yield* submit(review, [])
      expect(asked).toHaveLength(2)
    }),
  )
})

describe("a listener that throws", () => {
  const thrown = new Error("the listener's own")

  it.effect.each(["Requested", "Slow", "Answered"] as const)(
    "changes nothing of a payment, and is reported, when it throws at %s",
    (tag) =>
      Effect.gen(function* () {
        const reported = yield* collectUnhandled
        const gate = yield* Deferred.make<SendOutcome>()
        const world = yield* reviewed({ calls: { sendTransaction: () => Deferred.await(gate) } })
        const submitting = yield* Effect.forkChild(
          world.submit(world.review, [], (progress) => {
            if (progress._tag === tag) throw thrown
            return Effect.void
          }),
          { startImmediately: true },
        )
        yield* TestClock.adjust("2 minutes")
        expect(world.asked).toHaveLength(1)
        yield* Deferred.succeed(gate, { _tag: "Sent", hash })
        expect((yield* Fiber.join(submitting)).state).toEqual({ _tag: "Sent", hash })
        yield* Effect.promise(() => new Promise(setImmediate))
        expect(reported).toEqual([thrown])
      }).pipe(Effect.scoped),
  )

  it.effect("keeps the error of a payment that was not sent, which can be requested again", () =>
    Effect.gen(function* () {
      const reported = yield* collectUnhandled
      const world = yield* reviewed(answering({ _tag: "NotSent", error: declined }))
      for (const _ of [1, 2]) {
        const submitting = world.submit(world.review, [], ({ _tag }) =>
          _tag === "Unsent" ? Effect.die(thrown) : Effect.void,
        )
        expect((yield* Effect.flip(submitting)).reason).toEqual({ _tag: "Wallet", error: declined })
      }
      yield* Effect.promise(() => new Promise(setImmediate))
      expect(reported).toEqual([thrown, thrown])
    }).pipe(Effect.scoped),
  )
})

describe("submit before any request or entry", () => {
  const refusal = (world: Effect.Success<ReturnType<typeof reviewed>>, passed: readonly "FirstTime"[] = []) =>
    Effect.gen(function* () {
      const { reason } = yield* Effect.flip(world.submit(world.review, passed))
      const signing = yield* Effect.flip(world.signOnly(world.review, passed))
      expect(signing.reason._tag).toBe(reason._tag)
      expect(world.asked).toEqual([])
      return reason
    })

  it.effect("refuses a payment while any warning is not confirmed", () =>
    Effect.gen(function* () {
      const first = { _tag: "FirstTime", address: ann.address } as const
      const burns = { _tag: "Burns", address: ann.address } as const
      const world = yield* reviewed({ recipients: { stops: () => Effect.succeed([first, burns]) } })
      expect(yield* refusal(world)).toEqual({ _tag: "Stopped", stops: [first, burns] })
      expect(yield* refusal(world, ["FirstTime"])).toEqual({ _tag: "Stopped", stops: [burns] })
      expect(world.entries()).toEqual([])
      expect((yield* world.submit(world.review, ["Burns", "FirstTime"])).state._tag).toBe("Sent")
    }),
  )

  it.effect.each([
    ["the account", (world: Effect.Success<ReturnType<typeof reviewed>>) => world.connect(other, mainnet)],
    [
      "the network",
      (world: Effect.Success<ReturnType<typeof reviewed>>) => world.connect(payerAddress, optimism),
    ],
    [
      "the wallet's own network",
      (world: Effect.Success<ReturnType<typeof reviewed>>) => world.walletMoves("eip155:10"),
    ],
    ["the connection", (world: Effect.Success<ReturnType<typeof reviewed>>) => world.disconnect],
  ] as const)("refuses a payment when %s changed since the review", ([, change]) =>
    Effect.gen(function* () {
      const world = yield* reviewed()
      yield* change(world)
      expect(yield* refusal(world)).toEqual({ _tag: "Changed" })
      expect(world.entries()).toEqual([])
    }),
  )

  it.effect("refuses a payment when the account changes at the last moment", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const world = yield* reviewed({
        actions: { takeCheckpoint: () => Effect.as(Deferred.await(gate), { nonce: "0", block: "0" }) },
      })
      const submitting = yield* Effect.forkChild(Effect.flip(world.submit(world.review, [])), {
        startImmediately: true,
      })
      yield* world.connect(other, mainnet)
      yield* Deferred.succeed(gate, undefined)
      expect((yield* Fiber.join(submitting)).reason).toEqual({ _tag: "Changed" })
      expect([world.asked, world.entries()]).toEqual([[], []])
    }),
  )

  it.effect("refuses a payment when the checkpoint cannot be read", () =>
    Effect.gen(function* () {
      const dead = new RpcError({ method: "m", host: "h", reason: { _tag: "BudgetExhausted" } })
      const world = yield* reviewed({ actions: { takeCheckpoint: () => Effect.fail(dead) } })
      expect(yield* refusal(world)).toEqual({ _tag: "Problem", problem: dead })
      expect(world.entries()).toEqual([])
    }),
  )
})

describe("a submitted payment", () => {
  it.effect("sends one wallet request for concurrent submits", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<SendOutcome>()
      const world = yield* reviewed({ calls: { sendTransaction: () => Deferred.await(gate) } })
      const all = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 5 }, () => Effect.result(world.submit(world.review, []))),
          { concurrency: "unbounded" },
        ),
        { startImmediately: true },
      )
      for (let turn = 0; turn < 20; turn++) yield* Effect.yieldNow
      yield* Deferred.succeed(gate, { _tag: "Sent", hash })
      const outcomes = yield* Fiber.join(all)
      expect(outcomes.filter(({ _tag }) => _tag === "Success").length).toBe(1)
      expect(world.asked.length).toBe(1)
      expect(world.entries().length).toBe(1)
    }),
  )

  it.effect("continues when its caller is interrupted, and is recorded", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<SendOutcome>()
      const world = yield* reviewed({ calls: { sendTransaction: () => Deferred.await(gate) } })
      const submitting = yield* Effect.forkChild(world.submit(world.review, []), { startImmediately: true })
      expect(world.asked.length).toBe(1)
      yield* Fiber.interrupt(submitting)
      yield* Deferred.succeed(gate, { _tag: "Sent", hash })
      for (let turn = 0; turn < 20; turn++) yield* Effect.yieldNow
      expect(world.entries()[0]?.state).toEqual({ _tag: "Sent", hash })
      expect(world.events.map(({ name }) => name)).toEqual(["SEND_INITIATED", "SEND_SUCCESS"])
    }),
  )

  it.effect("sends no wallet request when its caller is interrupted before", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const world = yield* reviewed({
        actions: { takeCheckpoint: () => Effect.as(Deferred.await(gate), { nonce: "0", block: "0" }) },
      })
      const submitting = yield* Effect.forkChild(world.submit(world.review, []), { startImmediately: true })
      yield* Fiber.interrupt(submitting)
      yield* Deferred.succeed(gate, undefined)
      for (let turn = 0; turn < 20; turn++) yield* Effect.yieldNow
      expect([world.asked, world.entries()]).toEqual([[], []])
    }),
  )

  it.effect("uses up its review, even once it is settled", () =>
    Effect.gen(function* () {
      const world = yield* reviewed()
      const entry = yield* world.submit(world.review, [])
      yield* SubscriptionRef.update(world.deps.ledger.entries, (all) =>
        all.map((one) => ({ ...one, state: { _tag: "Confirmed" as const, hash, at: null, fee: null } })),
      )
      expect((yield* Effect.flip(world.submit(world.review, []))).reason).toEqual({
        _tag: "Duplicate",
        entry: entry.id,
      })
      const again = yield* makePreparePayment(world.deps)({
        holding: makeHolding(coin, 1n),
        amount: 1n,
        to: ann,
      })
      yield* world.submit(again, [])
      expect(world.asked.length).toBe(2)
    }),
  )

  it.effect("allows a retry after a wallet error", () =>
    Effect.gen(function* () {
      const world = yield* reviewed(answering({ _tag: "NotSent", error: declined }))
      yield* Effect.flip(world.submit(world.review, []))
      expect((yield* Effect.flip(world.submit(world.review, []))).reason._tag).toBe("Wallet")
      expect(world.asked.length).toBe(2)
    }),
  )

  it.effect("looks up a payment after a wallet error, before the same is requested again", () =>
    Effect.gen(function* () {
      const world = yield* reviewed(answering({ _tag: "NotSent", error: declined }))
      yield* Effect.flip(world.submit(world.review, []))
      const looked: string[] = []
      // The wallet has sent it despite its error.
      world.deps.ledger.checkAgain = (id) =>
        Effect.suspend(() => {
          looked.push(id)
          return Effect.asVoid(world.amend(id, { state: { _tag: "Sent", hash } }))
        })
      const [entry] = world.entries()
      expect((yield* Effect.flip(world.submit(world.review, []))).reason).toEqual({
        _tag: "Duplicate",
        entry: entry?.id,
      })
      expect(looked).toEqual([entry?.id])
      expect(world.asked.length).toBe(1)
      // The user knows about that payment now, and may want another.
      yield* world.amend(entry?.id ?? "", { state: { _tag: "Confirmed", hash, at: null, fee: null } })
      yield* Effect.flip(world.submit(world.review, []))
      expect(world.asked.length).toBe(2)
    }),
  )

  it.effect(
    "looks up an expired payment before the same is requested again, because it may have been mined",
    () =>
      Effect.gen(function* () {
        const world = yield* reviewed(answering({ _tag: "Sent", hash }))
        const { id } = yield* world.submit(world.review, [])
        yield* world.amend(id, { state: { _tag: "Expired", hash } })
        world.deps.ledger.checkAgain = () =>
          Effect.asVoid(world.amend(id, { state: { _tag: "Confirmed", hash, at: null, fee: null } }))
        const again = yield* makePreparePayment(world.deps)({
          holding: makeHolding(coin, 1n),
          amount: 1n,
          to: ann,
        })
        expect((yield* Effect.flip(world.submit(again, []))).reason).toEqual({ _tag: "Duplicate", entry: id })
        yield* world.amend(id, { state: { _tag: "Expired", hash } })
        world.deps.ledger.checkAgain = () => Effect.void
        yield* world.submit(again, [])
        expect(world.asked.length).toBe(2)
      }),
  )

  it.effect("blocks no other payment while it is unsettled", () =>
    Effect.gen(function* () {
      const world = yield* reviewed()
      yield* world.submit(world.review, [])
      const prepare = makePreparePayment(world.deps)
      const twice = yield* prepare({ holding: makeHolding(coin, 1n), amount: 2n, to: ann })
      const token = yield* prepare({ holding: makeHolding(usdc, 1n), amount: 1n, to: ann })
      yield* world.submit(twice, [])
      yield* world.submit(token, [])
      expect(world.asked.length).toBe(3)
    }),
  )

  it.effect("ends with the engine, and stays in the ledger", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const world = yield* Scope.provide(reviewed({ calls: { sendTransaction: () => Effect.never } }), scope)
      const submitting = yield* Effect.forkChild(world.submit(world.review, []), { startImmediately: true })
      yield* Scope.close(scope, Exit.void)
      expect(Exit.isFailure(yield* Fiber.await(submitting))).toBe(true)
      expect(world.entries().map(({ state }) => isSettled(state))).toEqual([false])
    }),
  )
})

describe("events for the host app", () => {
  it.effect("reports the amounts, tokens and senders of native and token payments", () =>
    Effect.gen(function* () {
      const native = yield* reviewed()
      yield* native.submit(native.review, [])
      const properties = { isSmartAccount: false, network: "eip155:1", token: "ETH", amount: 1e-18 }
      expect(native.events).toMatchObject([
        { name: "SEND_INITIATED", properties },
        { name: "SEND_SUCCESS", properties },
      ])
      const token = yield* reviewed(
        { ...answering({ _tag: "NotSent", error: declined }), accountType: "smartAccount" },
        usdc,
      )
      yield* Effect.flip(token.submit(token.review, []))
      const dollars = { isSmartAccount: true, network: "eip155:1", token: "USDC", amount: 1e-6 }
      expect(token.events).toMatchObject([
        { name: "SEND_INITIATED", properties: { ...dollars, token: `eip155:1:${usdc.address}` } },
        { name: "SEND_ERROR", properties: { ...dollars, message: "Signature declined" } },
      ])
    }),
  )
})

describe("signOnly", () => {
  it.effect("returns the signed bytes, records them, and broadcasts nothing", () =>
    Effect.gen(function* () {
      const { asked, events, review, signOnly } = yield* reviewed({
        calls: { signTransaction: () => Effect.succeed("0x02f8") },
      })
      const { entry, raw } = yield* signOnly(review, [])
      expect(raw).toBe("0x02f8")
      expect(entry.state).toEqual({ _tag: "Signed" })
      expect([asked, events]).toEqual([[], []])
    }),
  )

  it.effect("reports an unsupported wallet method", () =>
    Effect.gen(function* () {
      const { review, signOnly } = yield* reviewed()
      expect((yield* Effect.flip(signOnly(review, []))).reason).toMatchObject({
        _tag: "Wallet",
        error: { reason: { _tag: "Unsupported", method: "eth_signTransaction" } },
      })
    }),
  )
})
