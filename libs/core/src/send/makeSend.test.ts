import { describe, expect, it } from "@effect/vitest"
import { ConnectorError, type Fee, type SendOutcome, TransferRefused } from "@wmodal/chains"
import { RpcError } from "@wmodal/protocol"
import { mainnet, optimism } from "@wmodal/protocol/networks"
import { Deferred, Effect, Fiber, SubscriptionRef } from "effect"
import { TestClock } from "effect/testing"
import { englishFlow, presentFlow } from "../flows/presentFlow.ts"
import {
  ann,
  coin,
  holdingOf,
  payerAddress,
  type SendWorld,
  sendWorld,
  usdc,
} from "../testing/sendFixture.ts"
import { makeSend } from "./makeSend.ts"
import type { SendState } from "./Send.ts"

const ether = 10n ** 18n
const other = "0x00000000000000000000000000000000000000b2"
const hash = `0x${"5e".repeat(32)}`
const declined = new ConnectorError({ connectorId: "io.scripted", reason: { _tag: "Declined" } })
const fee: Fee = { expected: 21_000n, most: 42_000n, terms: {}, seconds: 12 }
const firstTime = { _tag: "FirstTime", address: ann.address } as const

const is = <T extends SendState["_tag"]>(
  state: SendState,
  tag: T,
): state is Extract<SendState, { readonly _tag: T }> => state._tag === tag

const start = (given: SendWorld = {}) =>
  Effect.gen(function* () {
    const world = yield* sendWorld(given)
    const send = yield* makeSend(world.around)
    const state = () => SubscriptionRef.getUnsafe(send.state)
    const as = <T extends SendState["_tag"]>(tag: T) => {
      const now = state()
      if (!is(now, tag)) throw new Error(`${now._tag}, not ${tag}`)
      return now
    }
    return {
      ...world,
      send,
      state,
      editing: () => as("Editing"),
      reviewing: () => as("Reviewing"),
      asking: () => as("Asking"),
      reason: () => {
        const now = state()
        return "error" in now ? (now.error?.reason ?? null) : null
      },
      toast: () => {
        const message = SubscriptionRef.getUnsafe(world.around.toasts.current)?.message ?? null
        return message?.id ?? null
      },
      entries: () => SubscriptionRef.getUnsafe(world.around.ledger.entries),
    }
  })

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

describe("the form", () => {
  it.effect("begins with the network's own currency and an empty field", () =>
    Effect.gen(function* () {
      const { editing, send } = yield* start()
      expect(editing()).toMatchObject({
        form: { amount: "", unit: "token", max: false, recipient: "", holding: { token: coin } },
        amount: { units: null, fiat: null },
        recipient: { _tag: "Empty" },
        fee: { _tag: "None" },
        error: null,
        ready: false,
      })
      yield* send.begin(holdingOf(usdc, 5n))
      // What the account holds says more of the balance than what was passed.
      expect(editing().form.holding).toMatchObject({ token: usdc, balance: 1_000_000_000n })
    }),
  )

  it.effect("ignores an edit that is no number, and understands a pasted one", () =>
    Effect.gen(function* () {
      const { editing, send } = yield* start()
      yield* send.typeAmount("1")
      yield* send.typeAmount("1x")
      expect(editing().form.amount).toBe("1")
      yield* send.typeAmount("1,5")
      expect(editing().form.amount).toBe("1.5")
      yield* send.typeAmount("1,234.5")
      expect(editing().form.amount).toBe("1234.5")
      yield* send.typeAmount("9".repeat(200))
      expect(editing().form.amount).toBe("1234.5")
    }),
  )

  it.effect("waits until somebody pauses before it asks anybody anything", () =>
    Effect.gen(function* () {
      const asked: string[] = []
      const { editing, send } = yield* start({
        recipients: {
          resolve: (text) => {
            asked.push(text)
            return Effect.succeed(ann)
          },
        },
        actions: {
          estimate: ({ transfer }) => {
            asked.push(`${transfer.amount} to ${transfer.to}`)
            return Effect.succeed(fee)
          },
        },
      })
      for (const text of ["a", "an", "ann", "ann.", "ann.e", "ann.et", "ann.eth"]) {
        yield* send.typeRecipient(text)
        yield* TestClock.adjust(299)
      }
      expect(asked).toEqual([])
      expect(editing().recipient).toEqual({ _tag: "Resolving" })
      yield* TestClock.adjust(1)
      expect(asked).toEqual(["ann.eth"])
      expect(editing().recipient).toEqual({ _tag: "Resolved", recipient: ann, stops: [] })
      yield* send.typeAmount("1")
      expect(editing().fee).toEqual({ _tag: "Estimating" })
      yield* pauseTyping
      expect(asked).toEqual(["ann.eth", `${ether} to ${ann.address}`])
      expect(editing().fee).toMatchObject({
        _tag: "Estimated",
        fee,
        fiat: { units: 42_000_000n, decimals: 18 },
      })
      expect(editing().ready).toBe(true)
    }),
  )

  it.effect("keeps what was typed where a name leads to nobody, and says so", () =>
    Effect.gen(function* () {
      const { editing, reason, send } = yield* start()
      yield* send.typeAmount("1")
      yield* send.typeRecipient("bob.eth")
      yield* pauseTyping
      expect(editing().form.recipient).toBe("bob.eth")
      expect(reason()).toMatchObject({ _tag: "Recipient", error: { reason: { _tag: "UnknownName" } } })
      const { error, ready } = editing()
      expect(error && englishFlow(presentFlow(error).title)).toBe("Error resolving name")
      expect(ready).toBe(false)
      yield* send.typeRecipient("ann.eth")
      expect(reason()).toBe(null)
    }),
  )

  it.effect("asks again what stands against somebody when another token is chosen", () =>
    Effect.gen(function* () {
      const { editing, send } = yield* start({
        recipients: { stops: (_, token) => Effect.succeed(token === null ? [] : [firstTime]) },
      })
      yield* send.typeRecipient("ann.eth")
      yield* pauseTyping
      expect(editing().recipient).toMatchObject({ stops: [] })
      yield* send.chooseToken(holdingOf(usdc, 5n))
      yield* pauseTyping
      expect(editing().recipient).toMatchObject({ stops: [firstTime] })
    }),
  )
})

describe("the amount", () => {
  it.effect("is the same money in either unit", () =>
    Effect.gen(function* () {
      const { editing, send } = yield* start()
      yield* send.typeAmount("1.000000000000000001")
      const { units } = editing().amount
      yield* send.switchUnit
      expect(editing()).toMatchObject({ form: { amount: "2000", unit: "fiat" }, amount: { units } })
      yield* send.switchUnit
      expect(editing()).toMatchObject({
        form: { amount: "1.000000000000000001", unit: "token" },
        amount: { units },
      })
      yield* send.switchUnit
      // From here on it is what is typed that counts.
      yield* send.typeAmount("2000")
      expect(editing().amount.units).toBe(ether)
    }),
  )

  it.effect("has no fiat where nobody knows a price", () =>
    Effect.gen(function* () {
      const nameless = { ...holdingOf(usdc, 5n), price: null }
      const { editing, send } = yield* start({ holdings: [holdingOf(coin, ether), nameless] })
      yield* send.typeAmount("2000")
      yield* send.switchUnit
      yield* send.chooseToken(nameless)
      // 2000 USD of something without a price is no amount of it.
      expect(editing()).toMatchObject({
        form: { amount: "", unit: "token" },
        amount: { units: null, fiat: null },
      })
      yield* send.typeAmount("3")
      yield* send.switchUnit
      expect(editing().form).toMatchObject({ amount: "3", unit: "token" })
    }),
  )

  it.effect.each([
    ["finer than the token's decimals", "1.0000001", { _tag: "InvalidAmount" }],
    ["more than there is", "1000.000001", { _tag: "Insufficient", of: "token" }],
    ["all there is", "1000", null],
    ["still being typed", "0.", null],
    ["nothing yet", "", null],
  ] as const)("that is %s says so at once", ([, text, expected]) =>
    Effect.gen(function* () {
      const { editing, reason, send } = yield* start()
      yield* send.chooseToken(holdingOf(usdc, 1_000_000_000n))
      yield* send.typeAmount(text)
      expect(reason()).toEqual(expected)
      expect(editing().ready).toBe(false)
    }),
  )

  it.effect("that the fee does not leave says so as soon as the fee is known", () =>
    Effect.gen(function* () {
      const { reason, send } = yield* start()
      yield* send.typeAmount("1.5")
      expect(reason()).toBe(null)
      yield* pauseTyping
      expect(reason()).toEqual({ _tag: "Insufficient", of: "gas" })
      yield* send.typeAmount("1.499999999999958")
      yield* pauseTyping
      expect(reason()).toBe(null)
    }),
  )

  it.effect("of a token says so where there is nothing, or just the fee, of the network's currency", () =>
    Effect.gen(function* () {
      for (const [native, expected] of [
        [0n, "gas"],
        [42_000n, "gas"],
        [42_001n, null],
      ] as const) {
        const held = [holdingOf(coin, native), holdingOf(usdc, 10n)] as const
        const { reason, send } = yield* start({ holdings: held })
        yield* send.chooseToken(held[1])
        yield* send.typeAmount("0.00001")
        yield* pauseTyping
        const now = reason()
        expect(now?._tag === "Insufficient" ? now.of : null).toBe(expected)
      }
    }),
  )

  it.effect(
    "may be everything: what the fee leaves, once it is known, in either unit, until somebody types",
    () =>
      Effect.gen(function* () {
        const { editing, send } = yield* start()
        yield* send.typeRecipient("ann.eth")
        yield* send.useMax
        expect(editing()).toMatchObject({ form: { max: true, amount: "" }, amount: { units: null } })
        yield* TestClock.adjust(600)
        expect(editing()).toMatchObject({
          form: { max: true, amount: "1.499999999999958" },
          amount: { units: (3n * ether) / 2n - 42_000n },
          ready: true,
        })
        yield* send.switchUnit
        expect(editing()).toMatchObject({ form: { max: true, unit: "fiat", amount: "2999.99" } })
        yield* send.chooseToken(holdingOf(usdc, 1_000_000_000n))
        expect(editing()).toMatchObject({ form: { max: true }, amount: { units: 1_000_000_000n } })
        yield* send.typeAmount("1")
        expect(editing().form).toMatchObject({ max: false, amount: "1" })
      }),
  )

  it.effect("of everything is too much where the fee takes all of it", () =>
    Effect.gen(function* () {
      const { reason, send } = yield* start({ holdings: [holdingOf(coin, 42_000n)] })
      yield* send.useMax
      yield* pauseTyping
      expect(reason()).toEqual({ _tag: "Insufficient", of: "gas" })
    }),
  )

  it.effect("skips the fee for a smart account", () =>
    Effect.gen(function* () {
      const { editing, send } = yield* start({ accountType: "smartAccount" })
      yield* send.typeAmount("1.5")
      yield* pauseTyping
      expect(editing().error).toBe(null)
      yield* send.useMax
      expect(editing().amount.units).toBe((3n * ether) / 2n)
    }),
  )

  it.effect("follows what the account holds", () =>
    Effect.gen(function* () {
      const { editing, hold, reason, send } = yield* start()
      yield* send.typeAmount("2")
      expect(reason()).toEqual({ _tag: "Insufficient", of: "token" })
      yield* hold(holdingOf(coin, 3n * ether))
      yield* settle
      expect(reason()).toBe(null)
      expect(editing().form.holding?.balance).toBe(3n * ether)
    }),
  )
})

describe("the fee", () => {
  const reverts = () => Effect.fail(new TransferRefused({ reason: { _tag: "Reverts", text: "paused" } }))

  it.effect("says that a payment would fail, of somebody who is chosen", () =>
    Effect.gen(function* () {
      const { editing, reason, send } = yield* start({ actions: { estimate: reverts } })
      yield* send.typeAmount("1")
      yield* pauseTyping
      expect([editing().fee, reason()]).toEqual([{ _tag: "None" }, null])
      yield* send.typeRecipient("ann.eth")
      yield* TestClock.adjust(600)
      expect(reason()).toEqual({ _tag: "Reverts", text: "paused" })
    }),
  )

  it.effect("that could not be read stands in the way of nothing: the review reads it again", () =>
    Effect.gen(function* () {
      const dead = new RpcError({ method: "m", host: "h", reason: { _tag: "Spent" } })
      const { editing, send } = yield* start({ actions: { estimate: () => Effect.fail(dead) } })
      yield* send.typeAmount("1")
      yield* send.typeRecipient("ann.eth")
      yield* TestClock.adjust(600)
      expect(editing()).toMatchObject({ fee: { _tag: "Failed" }, error: null, ready: true })
    }),
  )

  it.effect("is asked of nobody on an unsupported network", () =>
    Effect.gen(function* () {
      const { editing, send, showUnknown } = yield* start({
        actions: { estimate: () => Effect.die("asked") },
      })
      yield* showUnknown({ ...optimism, caipNetworkId: "eip155:99", id: 99 })
      yield* settle
      yield* send.chooseToken(holdingOf({ ...coin, network: "eip155:99" }, ether))
      yield* send.typeAmount("1")
      yield* pauseTyping
      expect(editing().fee).toEqual({ _tag: "None" })
    }),
  )
})

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

  it.effect("is read anew when it is asked for again", () =>
    Effect.gen(function* () {
      let most = 42_000n
      const { reviewing, send } = yield* reviewed({
        actions: { estimate: () => Effect.sync(() => ({ ...fee, most })) },
      })
      most = 50_000n
      yield* send.review
      expect(reviewing().review.fee.most).toBe(50_000n)
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
