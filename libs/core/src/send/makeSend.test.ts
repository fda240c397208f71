import { describe, expect, it } from "@effect/vitest"
import { SubscriptionRef } from "@wmodal/protocol"
import { mainnet, optimism } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { coin, makeHolding, payerAddress, usdc } from "../testing/sendFixture.ts"
import {
  startAskedSend as asked,
  startReviewedSend as reviewed,
  startSend as start,
} from "../testing/startSend.ts"

const ether = 10n ** 18n
const other = "0x00000000000000000000000000000000000000b2"
const hash = `0x${"5e".repeat(32)}`
const settle = TestClock.adjust(0)

describe("a change of account or network", () => {
  it.effect("keeps recipient and amount, and the token if it is on the new network", () =>
    Effect.gen(function* () {
      const { connect, editing, hold, send } = yield* start()
      yield* send.chooseToken(makeHolding(usdc, 1_000_000_000n))
      yield* send.typeAmount("7")
      yield* send.typeRecipient("ann.eth")
      yield* connect(other, mainnet)
      yield* hold(makeHolding(coin, ether), makeHolding(usdc, 8_000_000n))
      yield* settle
      expect(editing()).toMatchObject({
        form: { amount: "7", recipient: "ann.eth", holding: { token: usdc, balance: 8_000_000n } },
        amount: { units: 7_000_000n },
      })
      yield* connect(other, optimism)
      yield* settle
      expect(editing().form.holding).toBe(null)
      const there = makeHolding({ ...coin, network: optimism.caipNetworkId }, ether)
      yield* hold(there)
      yield* settle
      expect(editing()).toMatchObject({
        form: { amount: "7", recipient: "ann.eth", holding: there },
        amount: { units: 7n * ether },
      })
    }),
  )

  it.effect("ends a review, returns to the form and reports it", () =>
    Effect.gen(function* () {
      const { connect, editing, reason } = yield* reviewed()
      yield* connect(other, mainnet)
      yield* settle
      expect(reason()).toEqual({ _tag: "Changed" })
      expect(editing().form).toMatchObject({ amount: "1", recipient: "ann.eth" })
    }),
  )

  it.effect("delays a requested review until the new account's balances are loaded", () =>
    Effect.gen(function* () {
      const { deps, connect, hold, reason, reviewing, send, state } = yield* reviewed()
      yield* SubscriptionRef.set(deps.holdings.state, { _tag: "Loading" })
      yield* connect(other, mainnet)
      yield* settle
      expect(reason()).toEqual({ _tag: "Changed" })
      yield* Effect.forkChild(send.review, { startImmediately: true })
      yield* settle
      expect(state()).toMatchObject({ _tag: "Editing", preparing: true, error: null })
      yield* hold(makeHolding(coin, 2n * ether))
      yield* TestClock.adjust(300)
      expect(reviewing().review).toMatchObject({ amount: ether })
    }),
  )

  it.effect("shows no query results of the other account", () =>
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

  it.effect("keeps an open wallet request open", () =>
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

  it.effect("shows the new network after a wallet request", () =>
    Effect.gen(function* () {
      const { connect, editing, hold, send } = yield* asked()
      yield* connect(other, optimism)
      const there = makeHolding({ ...coin, network: optimism.caipNetworkId }, ether)
      yield* hold(there)
      yield* settle
      yield* send.back
      expect(editing().form).toMatchObject({ amount: "1", recipient: "ann.eth", holding: there })
    }),
  )

  it.effect("clears everything on disconnect, except for the open wallet request", () =>
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

  it.effect("starts over after the payment was sent", () =>
    Effect.gen(function* () {
      const { answer, editing, send } = yield* asked()
      yield* answer({ _tag: "Sent", hash })
      yield* settle
      yield* send.begin()
      expect(editing().form).toMatchObject({ amount: "", recipient: "", holding: { token: coin } })
    }),
  )
})
