import { describe, expect, it } from "@effect/vitest"
import { type ChainActions, type Fee, TransferRejected } from "@wmodal/chains"
import { RpcError } from "@wmodal/protocol"
import { optimism } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { presentFlow } from "../flows/presentFlow.ts"
import { formatFlowEnglish } from "../problems/FlowPresentation.ts"
import { ann, coin, makeHolding, usdc } from "../testing/sendFixture.ts"
import { startSend as start } from "../testing/startSend.ts"

const ether = 10n ** 18n
const fee: Fee = { expected: 21_000n, most: 42_000n, transactionFields: {}, seconds: 12 }
const firstTime = { _tag: "FirstTime", address: ann.address } as const

/** Waits until the typing pause has passed. */
const pauseTyping = TestClock.adjust(300)
const settle = TestClock.adjust(0)

describe("send form", () => {
  it.effect("starts with the native currency and an empty field", () =>
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
      yield* send.begin(makeHolding(usdc, 5n))
      // The account's holdings take precedence over the passed balance.
      expect(editing().form.holding).toMatchObject({ token: usdc, balance: 1_000_000_000n })
    }),
  )

  it.effect("ignores an edit that is not a number, and parses a pasted one", () =>
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

  it.effect("sends no requests before a pause in the typing", () =>
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

  it.effect("keeps the input when a name is not registered, and reports the error", () =>
    Effect.gen(function* () {
      const { editing, reason, send } = yield* start()
      yield* send.typeAmount("1")
      yield* send.typeRecipient("bob.eth")
      yield* pauseTyping
      expect(editing().form.recipient).toBe("bob.eth")
      expect(reason()).toMatchObject({ _tag: "Recipient", error: { reason: { _tag: "UnknownName" } } })
      const { error, ready } = editing()
      expect(error && formatFlowEnglish(presentFlow(error).title)).toBe("Error resolving name")
      expect(ready).toBe(false)
      yield* send.typeRecipient("ann.eth")
      expect(reason()).toBe(null)
    }),
  )

  it.effect("shows only the address once it is resolved, without further requests", () =>
    Effect.gen(function* () {
      let asked = 0
      const { editing, send } = yield* start({
        recipients: {
          resolve: () => {
            asked += 1
            return Effect.succeed(ann)
          },
        },
      })
      yield* send.typeAmount("1")
      const typed = `ethereum:${ann.address.toLowerCase()}`
      yield* send.typeRecipient(typed)
      expect(editing().form.recipient).toBe(typed)
      yield* pauseTyping
      expect(editing()).toMatchObject({ form: { recipient: ann.address }, ready: true })
      yield* TestClock.adjust(3000)
      expect(editing().ready).toBe(true)
      expect(asked).toBe(1)
    }),
  )

  it.effect("requests the stops again for another token", () =>
    Effect.gen(function* () {
      const { editing, send } = yield* start({
        recipients: { stops: (_, token) => Effect.succeed(token === null ? [] : [firstTime]) },
      })
      yield* send.typeRecipient("ann.eth")
      yield* pauseTyping
      expect(editing().recipient).toMatchObject({ stops: [] })
      yield* send.chooseToken(makeHolding(usdc, 5n))
      yield* pauseTyping
      expect(editing().recipient).toMatchObject({ stops: [firstTime] })
    }),
  )
})

describe("amount", () => {
  it.effect("keeps its value in either unit", () =>
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
      // From here on the typed text counts.
      yield* send.typeAmount("2000")
      expect(editing().amount.units).toBe(ether)
    }),
  )

  it.effect("has no fiat value without a price", () =>
    Effect.gen(function* () {
      const nameless = { ...makeHolding(usdc, 5n), price: null }
      const { editing, send } = yield* start({ holdings: [makeHolding(coin, ether), nameless] })
      yield* send.typeAmount("2000")
      yield* send.switchUnit
      yield* send.chooseToken(nameless)
      // 2000 USD is not a valid amount of a token without a price.
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
    ["one unit above the balance", "1000.000001", { _tag: "Insufficient", of: "token" }],
    ["the whole balance", "1000", null],
    ["incomplete", "0.", null],
    ["empty", "", null],
  ] as const)("validates an amount at once when it is %s", ([, text, expected]) =>
    Effect.gen(function* () {
      const { editing, reason, send } = yield* start()
      yield* send.chooseToken(makeHolding(usdc, 1_000_000_000n))
      yield* send.typeAmount(text)
      expect(reason()).toEqual(expected)
      expect(editing().ready).toBe(false)
    }),
  )

  it.effect("reports an insufficient balance for the fee as soon as the fee is known", () =>
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

  it.effect("reports a native balance of zero or exactly the fee for a token payment", () =>
    Effect.gen(function* () {
      for (const [native, expected] of [
        [0n, "gas"],
        [42_000n, "gas"],
        [42_001n, null],
      ] as const) {
        const held = [makeHolding(coin, native), makeHolding(usdc, 10n)] as const
        const { reason, send } = yield* start({ holdings: held })
        yield* send.chooseToken(held[1])
        yield* send.typeAmount("0.00001")
        yield* pauseTyping
        const now = reason()
        expect(now?._tag === "Insufficient" ? now.of : null).toBe(expected)
      }
    }),
  )

  it.effect("keeps the maximum after the fee, in either unit, until the user types", () =>
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
      yield* send.chooseToken(makeHolding(usdc, 1_000_000_000n))
      expect(editing()).toMatchObject({ form: { max: true }, amount: { units: 1_000_000_000n } })
      yield* send.typeAmount("1")
      expect(editing().form).toMatchObject({ max: false, amount: "1" })
    }),
  )

  it.effect("shows the maximum of what the chain lets the account spend, where the list says more", () =>
    Effect.gen(function* () {
      const spendable = ether - 546n
      const estimate: ChainActions["estimate"] = ({ transfer }) =>
        transfer.amount > spendable
          ? Effect.fail(new TransferRejected({ reason: { _tag: "Reverts", text: "small coins are kept" } }))
          : Effect.succeed({ expected: 1n, most: 42_000n, transactionFields: {}, seconds: 12 })
      const { editing, send } = yield* start({
        actions: { estimate, spendableBalance: () => Effect.succeed(spendable) },
      })
      yield* send.typeRecipient("ann.eth")
      yield* send.useMax
      yield* TestClock.adjust(600)
      expect(editing()).toMatchObject({ amount: { units: spendable - 42_000n }, error: null, ready: true })
    }),
  )

  it.effect("shows the maximum on a node that estimates nothing without a fee left", () =>
    Effect.gen(function* () {
      const balance = (3n * ether) / 2n
      const estimate: ChainActions["estimate"] = ({ transfer }) =>
        transfer.amount + 1_000n > balance
          ? Effect.fail(new TransferRejected({ reason: { _tag: "Insufficient" } }))
          : Effect.succeed({ expected: 1n, most: 42_000n, transactionFields: {}, seconds: 12 })
      const { editing, send } = yield* start({ actions: { estimate } })
      yield* send.typeRecipient("ann.eth")
      yield* send.useMax
      yield* TestClock.adjust(600)
      expect(editing()).toMatchObject({ amount: { units: balance - 42_000n }, error: null, ready: true })
    }),
  )

  it.effect("reports an insufficient balance when the fee exceeds the maximum", () =>
    Effect.gen(function* () {
      const spendableBalance = () => Effect.succeed(42_000n)
      const { reason, send } = yield* start({
        holdings: [makeHolding(coin, 42_000n)],
        actions: { spendableBalance },
      })
      yield* send.useMax
      yield* pauseTyping
      expect(reason()).toEqual({ _tag: "Insufficient", of: "gas" })
    }),
  )

  it.effect("ignores the fee for a smart account", () =>
    Effect.gen(function* () {
      const { editing, send } = yield* start({ accountType: "smartAccount" })
      yield* send.typeAmount("1.5")
      yield* pauseTyping
      expect(editing().error).toBe(null)
      yield* send.useMax
      expect(editing().amount.units).toBe((3n * ether) / 2n)
    }),
  )

  it.effect("follows the account's holdings", () =>
    Effect.gen(function* () {
      const { editing, hold, reason, send } = yield* start()
      yield* send.typeAmount("2")
      expect(reason()).toEqual({ _tag: "Insufficient", of: "token" })
      yield* hold(makeHolding(coin, 3n * ether))
      yield* settle
      expect(reason()).toBe(null)
      expect(editing().form.holding?.balance).toBe(3n * ether)
    }),
  )
})

describe("fee", () => {
  const reverts = () => Effect.fail(new TransferRejected({ reason: { _tag: "Reverts", text: "paused" } }))

  it.effect("ignores the gas estimate of a smart account without native currency", () =>
    Effect.gen(function* () {
      const estimate = () => Effect.fail(new TransferRejected({ reason: { _tag: "Insufficient" } }))
      const smart = yield* start({ accountType: "smartAccount", actions: { estimate } })
      yield* smart.send.typeAmount("1")
      yield* pauseTyping
      expect(smart.reason()).toBe(null)
      expect(smart.editing().fee).toMatchObject({ _tag: "Estimated", fee: { most: 0n } })
      const plain = yield* start({ actions: { estimate } })
      yield* plain.send.typeAmount("1")
      yield* pauseTyping
      expect(plain.reason()).toEqual({ _tag: "Insufficient", of: "gas" })
    }),
  )

  it.effect.each(["eoa", "smartAccount"] as const)(
    "says that the token is lacking, not the fee, when the chain has less than the list: %s",
    (accountType) =>
      Effect.gen(function* () {
        const reason = { _tag: "Insufficient", of: "token" } as const
        const estimate = () => Effect.fail(new TransferRejected({ reason }))
        const form = yield* start({ accountType, actions: { estimate } })
        yield* form.send.typeAmount("1")
        yield* pauseTyping
        expect(form.reason()).toEqual(reason)
      }),
  )

  it.effect("reports that a payment to the selected recipient would fail", () =>
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

  it.effect("prevents no review after a failed read, because the review reads it again", () =>
    Effect.gen(function* () {
      const dead = new RpcError({ method: "m", host: "h", reason: { _tag: "BudgetExhausted" } })
      const { editing, send } = yield* start({ actions: { estimate: () => Effect.fail(dead) } })
      yield* send.typeAmount("1")
      yield* send.typeRecipient("ann.eth")
      yield* TestClock.adjust(600)
      expect(editing()).toMatchObject({ fee: { _tag: "Failed" }, error: null, ready: true })
    }),
  )

  it.effect("requests no fee on an unsupported network", () =>
    Effect.gen(function* () {
      const { editing, send, showUnknown } = yield* start({
        actions: { estimate: () => Effect.die("asked") },
      })
      yield* showUnknown({ ...optimism, caipNetworkId: "eip155:99", id: 99 })
      yield* settle
      yield* send.chooseToken(makeHolding({ ...coin, network: "eip155:99" }, ether))
      yield* send.typeAmount("1")
      yield* pauseTyping
      expect(editing().fee).toEqual({ _tag: "None" })
    }),
  )
})
