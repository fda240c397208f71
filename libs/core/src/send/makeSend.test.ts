import { describe, expect, it } from "@effect/vitest"
import { ConnectorError, type Fee, type SendOutcome } from "@wmodal/chains"
import { mainnet, optimism } from "@wmodal/protocol/networks"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { ann, coin, holdingOf, payerAddress, type SendWorld, usdc } from "../testing/sendFixture.ts"
import { startedSend as start } from "../testing/startedSend.ts"

const ether = 10n ** 18n
const other = "0x00000000000000000000000000000000000000b2"
const hash = `0x${"5e".repeat(32)}`
const declined = new ConnectorError({ connectorId: "io.scripted", reason: { _tag: "Declined" } })
const fee: Fee = { expected: 21_000n, most: 42_000n, terms: {}, seconds: 12 }
const firstTime = { _tag: "FirstTime", address: ann.address } as const

/** Somebody stops typing. */
const pauseTyping = TestClock.adjust(300)

/** A payment of 1 ETH, reviewed. */
const reviewed = (given: SendWorld = {}) =>
  Effect.gen(function* () {
    const form = yield* start(given)
    yield* form.send.typeAmount("1")
    yield* form.send.typeRecipient("ann.eth")
    yield* pauseTyping
    yield* form.send.review
    expect(form.state()._tag).toBe("Reviewing")
    return form
  })

/** The same, with the wallet asked and its answer in the test's hand. */
const asked = (given: SendWorld = {}) =>
  Effect.gen(function* () {
    const answer = yield* Deferred.make<SendOutcome>()
    const form = yield* reviewed({ ...given, calls: { sendTransaction: () => Deferred.await(answer) } })
    yield* Effect.forkChild(form.send.confirm, { startImmediately: true })
    yield* TestClock.adjust(0)
    expect(form.asking().slow).toBe(false)
    return { ...form, answer: (outcome: SendOutcome) => Deferred.succeed(answer, outcome) }
  })

const settle = TestClock.adjust(0)

describe("a review", () => {
  it.effect("shows everything, and goes back to the form with nothing lost", () =>
    Effect.gen(function* () {
      const { editing, reviewing, send } = yield* reviewed()
      expect(reviewing()).toMatchObject({
        review: { amount: ether, to: ann },
        passed: [],
        confirming: false,
        error: null,
      })
      yield* send.back
      expect(editing()).toMatchObject({
        form: { amount: "1", recipient: "ann.eth" },
        recipient: { _tag: "Resolved" },
        ready: true,
      })
    }),
  )

  it.effect("does not wait for a pause in the typing", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<Fee>()
      const { editing, reviewing, send } = yield* start({ actions: { estimate: () => Deferred.await(gate) } })
      yield* send.typeAmount("1")
      yield* send.typeRecipient("ann.eth")
      const asking = yield* Effect.forkChild(send.review, { startImmediately: true })
      expect(editing()).toMatchObject({ preparing: true, ready: false })
      yield* Deferred.succeed(gate, fee)
      yield* Fiber.join(asking)
      expect(reviewing().review.to).toEqual(ann)
    }),
  )

  it.effect("that is refused keeps the form, and says why until something is changed", () =>
    Effect.gen(function* () {
      const { editing, reason, send } = yield* start({
        actions: { simulate: () => Effect.succeed({ _tag: "Reverts", text: "paused" }) },
      })
      yield* send.typeAmount("1")
      yield* send.typeRecipient("ann.eth")
      yield* send.review
      expect(reason()).toEqual({ _tag: "Reverts", text: "paused" })
      yield* TestClock.adjust(600)
      expect(editing()).toMatchObject({ preparing: false, ready: false, form: { amount: "1" } })
      yield* send.typeAmount("1.0")
      expect(reason()).toBe(null)
    }),
  )

  it.effect.each([
    ["no amount", "", "ann.eth", { _tag: "InvalidAmount" }],
    ["an amount of nothing", "0.00", "ann.eth", { _tag: "InvalidAmount" }],
    ["nobody to send to", "1", "bob.eth", { _tag: "Recipient" }],
  ] as const)("of %s says what is missing", ([, amount, recipient, expected]) =>
    Effect.gen(function* () {
      const { reason, send } = yield* start()
      yield* send.typeAmount(amount)
      yield* send.typeRecipient(recipient)
      yield* send.review
      expect(reason()).toMatchObject(expected)
    }),
  )

  it.effect("is given up by an edit", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<Fee>()
      const { editing, send } = yield* start({ actions: { estimate: () => Deferred.await(gate) } })
      yield* send.typeAmount("1")
      yield* send.typeRecipient("ann.eth")
      yield* Effect.forkChild(send.review, { startImmediately: true })
      yield* settle
      yield* send.typeAmount("12")
      yield* Deferred.succeed(gate, fee)
      yield* settle
      expect(editing()).toMatchObject({ form: { amount: "12" }, preparing: false })
    }),
  )

  it.effect("of everything shows what the fee leaves", () =>
    Effect.gen(function* () {
      const { reviewing, send } = yield* start()
      yield* send.useMax
      yield* send.typeRecipient("ann.eth")
      yield* send.review
      expect(reviewing()).toMatchObject({
        form: { amount: "1.499999999999958", max: true },
        review: { amount: (3n * ether) / 2n - 42_000n },
      })
    }),
  )

  it.effect("is read anew when it is asked for again, and stands until then", () =>
    Effect.gen(function* () {
      const gates = [yield* Deferred.make<Fee>(), yield* Deferred.make<Fee>()] as const
      let reads = 0
      const { editing, reason, reviewing, send } = yield* reviewed({
        actions: {
          estimate: () => {
            reads += 1
            return reads < 3 ? Effect.succeed(fee) : Deferred.await(gates[reads === 3 ? 0 : 1])
          },
        },
      })
      const before = reviewing().review
      yield* Effect.forkChild(send.review, { startImmediately: true })
      expect(reviewing().review).toBe(before)
      yield* Deferred.succeed(gates[0], { ...fee, most: 50_000n })
      yield* settle
      expect(reviewing().review.fee.most).toBe(50_000n)
      yield* Effect.forkChild(send.review, { startImmediately: true })
      yield* Deferred.succeed(gates[1], { ...fee, most: 10n ** 19n })
      yield* settle
      expect([editing().form.amount, reason()]).toEqual(["1", { _tag: "Insufficient", of: "gas" }])
    }),
  )

  it.effect("that is confirmed is the one that is shown, whatever is being read anew", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<Fee>()
      let reads = 0
      const { asked, entries, send, state } = yield* reviewed({
        actions: { estimate: () => (++reads < 3 ? Effect.succeed(fee) : Deferred.await(gate)) },
      })
      yield* Effect.forkChild(send.review, { startImmediately: true })
      yield* send.confirm
      yield* Deferred.succeed(gate, fee)
      yield* settle
      expect([asked.length, entries().length, state()._tag]).toEqual([1, 1, "Left"])
    }),
  )
})

describe("confirming", () => {
  it.effect("is refused while a stop is not passed", () =>
    Effect.gen(function* () {
      const { asked, reason, reviewing, send, state } = yield* reviewed({
        recipients: { stops: () => Effect.succeed([firstTime]) },
      })
      yield* send.confirm
      expect(reason()).toEqual({ _tag: "Stopped", stops: [firstTime] })
      expect([asked, reviewing().confirming]).toEqual([[], false])
      yield* send.pass("FirstTime")
      expect(reviewing()).toMatchObject({ passed: ["FirstTime"], error: null })
      yield* send.confirm
      expect(state()._tag).toBe("Left")
    }),
  )

  it.effect("asks the wallet once, however often it is pressed, and tells that the transaction started", () =>
    Effect.gen(function* () {
      const { answer, asked: questions, asking, entries, send, state, toast } = yield* asked()
      yield* send.confirm
      yield* send.confirm
      expect(questions.length).toBe(1)
      expect(asking().entry).toBe(entries()[0]?.id)
      yield* answer({ _tag: "Sent", hash })
      yield* settle
      expect(state()).toEqual({ _tag: "Left", entry: entries()[0]?.id })
      expect(toast()).toBe("flow.started")
    }),
  )

  it.effect("says after a minute that the wallet has not answered", () =>
    Effect.gen(function* () {
      const { answer, asking, state } = yield* asked()
      yield* TestClock.adjust("59 seconds")
      expect(asking().slow).toBe(false)
      yield* TestClock.adjust("1 second")
      expect(asking().slow).toBe(true)
      yield* answer({ _tag: "Sent", hash })
      yield* settle
      expect(state()._tag).toBe("Left")
    }),
  )

  it.effect("comes back to the review where the wallet declines, and may be tried again", () =>
    Effect.gen(function* () {
      let outcome: SendOutcome = { _tag: "NotSent", error: declined }
      const { reason, reviewing, send, state, toast } = yield* reviewed({
        calls: { sendTransaction: () => Effect.sync(() => outcome) },
      })
      yield* send.confirm
      expect(reason()).toEqual({ _tag: "Wallet", error: declined })
      expect([reviewing().confirming, toast()]).toEqual([false, null])
      outcome = { _tag: "Sent", hash }
      yield* send.confirm
      expect(state()._tag).toBe("Left")
    }),
  )

  it.effect("leaves what was lost to the ledger, and claims nothing", () =>
    Effect.gen(function* () {
      const { answer, entries, state, toast } = yield* asked()
      yield* answer({ _tag: "Unknown", hash: null, error: declined })
      yield* settle
      expect(state()).toEqual({ _tag: "Left", entry: entries()[0]?.id })
      expect(toast()).toBe(null)
    }),
  )

  it.effect(
    "cannot be edited away, but it can be left: an approval that comes late is recorded and told",
    () =>
      Effect.gen(function* () {
        const { answer, editing, entries, reason, send, state, toast } = yield* asked()
        yield* send.typeAmount("5")
        expect(state()._tag).toBe("Asking")
        yield* send.back
        expect(editing().form).toMatchObject({ amount: "1", recipient: "ann.eth" })
        // The same payment again would be a second one.
        yield* send.review
        yield* send.confirm
        expect(reason()).toEqual({ _tag: "Twin", entry: entries()[0]?.id })
        yield* answer({ _tag: "Sent", hash })
        yield* settle
        expect(entries().map((entry) => entry.state)).toEqual([{ _tag: "Sent", hash }])
        expect([state()._tag, toast()]).toEqual(["Reviewing", "flow.startedLate"])
      }),
  )

  it.effect("says nothing of a late decline", () =>
    Effect.gen(function* () {
      const { answer, editing, entries, send, toast } = yield* asked()
      yield* send.back
      yield* answer({ _tag: "NotSent", error: declined })
      yield* settle
      expect([editing().error, toast(), entries()[0]?.state._tag]).toEqual([null, null, "Declined"])
    }),
  )

  it.effect("asks nobody where the person goes back before the wallet has heard of it", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const { asked, editing, entries, reviewing, send } = yield* reviewed({
        actions: { mark: () => Effect.as(Deferred.await(gate), {}) },
      })
      yield* Effect.forkChild(send.confirm, { startImmediately: true })
      yield* settle
      expect(reviewing().confirming).toBe(true)
      yield* send.back
      yield* Deferred.succeed(gate, undefined)
      yield* settle
      expect([asked, entries(), editing().error]).toEqual([[], [], null])
    }),
  )
})

describe("when the account or the network changes", () => {
  it.effect("the form keeps recipient and amount, and the token where it is still of that network", () =>
    Effect.gen(function* () {
      const { connect, editing, hold, send } = yield* start()
      yield* send.chooseToken(holdingOf(usdc, 1_000_000_000n))
      yield* send.typeAmount("7")
      yield* send.typeRecipient("ann.eth")
      yield* connect(other, mainnet)
      yield* hold(holdingOf(coin, ether), holdingOf(usdc, 8_000_000n))
      yield* settle
      expect(editing()).toMatchObject({
        form: { amount: "7", recipient: "ann.eth", holding: { token: usdc, balance: 8_000_000n } },
        amount: { units: 7_000_000n },
      })
      yield* connect(other, optimism)
      yield* settle
      expect(editing().form.holding).toBe(null)
      const there = holdingOf({ ...coin, network: optimism.caipNetworkId }, ether)
      yield* hold(there)
      yield* settle
      expect(editing()).toMatchObject({
        form: { amount: "7", recipient: "ann.eth", holding: there },
        amount: { units: 7n * ether },
      })
    }),
  )

  it.effect("a review is over: it goes back to the form and says so", () =>
    Effect.gen(function* () {
      const { connect, editing, reason } = yield* reviewed()
      yield* connect(other, mainnet)
      yield* settle
      expect(reason()).toEqual({ _tag: "Changed" })
      expect(editing().form).toMatchObject({ amount: "1", recipient: "ann.eth" })
    }),
  )

  it.effect("nothing of what was found out for the other account is shown", () =>
    Effect.gen(function* () {
      const { connect, editing, send } = yield* start({
        recipients: { stops: () => Effect.succeed([]) },
      })
      yield* send.typeAmount("1")
      yield* send.typeRecipient("ann.eth")
      yield* TestClock.adjust(600)
      yield* connect(other, mainnet)
      yield* settle
      expect(editing()).toMatchObject({ recipient: { _tag: "Resolving" }, fee: { _tag: "Estimating" } })
    }),
  )

  it.effect("a wallet that was asked is still asked", () =>
    Effect.gen(function* () {
      const { answer, connect, entries, state } = yield* asked()
      yield* connect(other, mainnet)
      yield* settle
      expect(state()._tag).toBe("Asking")
      yield* answer({ _tag: "Sent", hash })
      yield* settle
      expect([state()._tag, entries()[0]?.account]).toEqual(["Left", `eip155:1:${payerAddress}`])
    }),
  )

  it.effect("what comes after a wallet was asked is of the new network", () =>
    Effect.gen(function* () {
      const { connect, editing, hold, send } = yield* asked()
      yield* connect(other, optimism)
      const there = holdingOf({ ...coin, network: optimism.caipNetworkId }, ether)
      yield* hold(there)
      yield* settle
      yield* send.back
      expect(editing().form).toMatchObject({ amount: "1", recipient: "ann.eth", holding: there })
    }),
  )

  it.effect("everything is forgotten with the connection, but for what the wallet was asked", () =>
    Effect.gen(function* () {
      const { answer, disconnect, editing, entries } = yield* asked()
      yield* disconnect
      yield* settle
      expect(editing()).toMatchObject({
        form: { amount: "", recipient: "", holding: null, max: false },
        error: null,
        ready: false,
      })
      yield* answer({ _tag: "Sent", hash })
      yield* settle
      expect(entries()[0]?.state).toEqual({ _tag: "Sent", hash })
    }),
  )

  it.effect("begins anew after it has left", () =>
    Effect.gen(function* () {
      const { answer, editing, send } = yield* asked()
      yield* answer({ _tag: "Sent", hash })
      yield* settle
      yield* send.begin()
      expect(editing().form).toMatchObject({ amount: "", recipient: "", holding: { token: coin } })
    }),
  )
})
