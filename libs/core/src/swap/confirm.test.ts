import { describe, expect, it } from "@effect/vitest"
import { ConnectorError, type SendOutcome, type SimulationResult } from "@wmodal/chains"
import { mainnet } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { presentFlow } from "../flows/presentFlow.ts"
import { formatFlowEnglish } from "../problems/FlowPresentation.ts"
import {
  findSwapToken,
  makeHeldAnswer,
  type SwapWorld,
  startQuotedSwap,
  startReviewedSwap,
} from "../testing/swapFixture.ts"

const error = (reason: ConnectorError["reason"]) => new ConnectorError({ connectorId: "io.scripted", reason })
const declined: SendOutcome = { _tag: "NotSent", error: error({ _tag: "Declined" }) }
const hash = (at: number) => `0x${`${at}`.padStart(64, "0")}`
const sent = (at: number): SendOutcome => ({ _tag: "Sent", hash: hash(at) })
const lost: SendOutcome = { _tag: "Unknown", hash: null, error: error({ _tag: "Offline" }) }

/** Creates a wallet that gives these responses in order. */
const answering = (...outcomes: readonly SendOutcome[]) => {
  let at = 0
  return { sendTransaction: () => Effect.sync(() => outcomes[at++] ?? lost) }
}

/** Creates a wallet with a response under the test's control. */
const held = () => {
  const { give, wait } = makeHeldAnswer<SendOutcome>()
  return { give, calls: { sendTransaction: () => wait } }
}
const batching = (send: Effect.Effect<string, ConnectorError>): SwapWorld => ({
  calls: {
    capabilities: () => Effect.succeed({ atomic: "supported", assetDiscovery: false }),
    sendCalls: () => send,
  },
})

const confirming = (given: SwapWorld) =>
  Effect.gen(function* () {
    const form = yield* startReviewedSwap(given)
    yield* Effect.forkChild(form.swap.confirm, { startImmediately: true })
    yield* TestClock.adjust(0)
    return form
  })

describe("a decline", () => {
  it.effect("keeps the review after a declined approval, and reports that nothing was sent", () =>
    Effect.gen(function* () {
      const { as, entries, events, swap } = yield* startReviewedSwap({ calls: answering(declined, sent(1)) })
      yield* swap.confirm
      const { error: said, progress } = as("Reviewing")
      expect(said === null ? "" : formatFlowEnglish(presentFlow(said).title)).toBe("Signature declined")
      expect(progress).toEqual({ approval: null, swap: null })
      expect(entries().map(({ state }) => state._tag)).toEqual(["Declined"])
      expect(events).toMatchObject([
        {
          name: "SWAP_APPROVAL_ERROR",
          properties: {
            isSmartAccount: false,
            network: "eip155:1",
            swapFromToken: "USDC",
            swapToToken: "DAI",
            swapFromAmount: "100",
            swapToAmount: "100",
            message: "Signature declined",
          },
        },
      ])
      yield* swap.confirm
      expect(as("Approving").progress.approval).toBe(entries()[0]?.id)
    }),
  )

  it.effect("keeps the swap ready for confirmation after its approval, without another approval", () =>
    Effect.gen(function* () {
      const {
        as,
        entries,
        events,
        sent: asked,
        swap,
      } = yield* startReviewedSwap({
        calls: answering(sent(1), declined, sent(2)),
      })
      yield* swap.confirm
      yield* TestClock.adjust(5_000)
      yield* swap.confirm
      const { error: said, progress, review } = as("Reviewing")
      expect(said?.reason._tag).toBe("Wallet")
      expect(review.path._tag).toBe("Direct")
      expect(progress).toEqual({ approval: entries()[1]?.id, swap: null })
      expect(events.map(({ name }) => name)).toEqual(["INITIATE_SWAP", "SWAP_ERROR"])
      yield* swap.confirm
      as("Left")
      expect(asked.length).toBe(3)
    }),
  )

  it.effect("records a rejection after the user went back, and does not show it", () =>
    Effect.gen(function* () {
      const { calls, give } = held()
      const { as, entries, swap, toast } = yield* confirming({ calls })
      as("Asking")
      yield* swap.back
      as("Editing")
      yield* give(declined)
      yield* TestClock.adjust(0)
      expect(as("Editing").error).toBe(null)
      expect(entries().map(({ state }) => state._tag)).toEqual(["Declined"])
      expect(toast()).toBe(null)
    }),
  )

  it.effect("leaves a stale review when the user declines late", () =>
    Effect.gen(function* () {
      const { calls, give } = held()
      const { as } = yield* confirming({ calls })
      yield* TestClock.adjust(15_000)
      yield* give(declined)
      yield* TestClock.adjust(0)
      expect(as("Reviewing")).toMatchObject({ stale: true, error: { reason: { _tag: "Wallet" } } })
    }),
  )

  it.effect("keeps the review after a declined batch", () =>
    Effect.gen(function* () {
      const { as, entries, swap } = yield* startReviewedSwap(
        batching(Effect.fail(error({ _tag: "Declined" }))),
      )
      yield* swap.confirm
      expect(as("Reviewing").error?.reason._tag).toBe("Wallet")
      expect(entries().map(({ state }) => state._tag)).toEqual(["Declined"])
    }),
  )
})

describe("a wallet request", () => {
  it.effect("shows a slow request after a minute and does not repeat it", () =>
    Effect.gen(function* () {
      const { calls, give } = held()
      const { as, sent: asked, swap } = yield* confirming({ calls })
      yield* swap.confirm
      yield* TestClock.adjust(59_999)
      expect(as("Asking")).toMatchObject({ step: "approve", slow: false })
      yield* TestClock.adjust(1)
      expect(as("Asking").slow).toBe(true)
      yield* swap.review
      yield* swap.typeAmount("5")
      yield* swap.acknowledge("Impact")
      expect(as("Asking").form.amount).toBe("100")
      yield* give(sent(1))
      yield* TestClock.adjust(0)
      expect(asked.length).toBe(1)
      as("Approving")
    }),
  )

  it.effect("looks up a swap with a lost response and does not repeat it", () =>
    Effect.gen(function* () {
      const { as, allow, sent: asked, swap, toast } = yield* startQuotedSwap({ calls: answering(lost) })
      allow(100_000_000n)
      yield* swap.review
      yield* swap.confirm
      as("Left")
      expect(toast()).toBe(null)
      yield* swap.begin
      yield* swap.chooseSource(findSwapToken(swap, "USDC"))
      yield* swap.chooseDestination(findSwapToken(swap, "DAI"))
      yield* swap.typeAmount("100")
      yield* swap.review
      yield* swap.confirm
      expect(as("Reviewing").error?.reason._tag).toBe("Duplicate")
      expect(asked.length).toBe(1)
    }),
  )

  it.effect("reports a late approval after the user went back", () =>
    Effect.gen(function* () {
      const { calls, give } = held()
      const { as, swap, toast } = yield* confirming({ calls })
      yield* swap.back
      yield* give(sent(1))
      yield* TestClock.adjust(0)
      as("Editing")
      expect(toast()).toBe("flow.startedLate")
    }),
  )

  it.effect("contains all calls in a batch, under an id that is recorded before", () =>
    Effect.gen(function* () {
      const asked: unknown[] = []
      const { as, entries, events, swap, toast } = yield* startReviewedSwap({
        calls: {
          capabilities: () => Effect.succeed({ atomic: "supported", assetDiscovery: false }),
          sendCalls: (request) =>
            Effect.sync(() => {
              asked.push(request)
              return "0xba"
            }),
          callsStatus: () => Effect.succeed({ status: "pending", hashes: [] }),
        },
      })
      const { steps } = as("Reviewing").review
      yield* swap.confirm
      const [entry] = entries()
      expect(asked).toMatchObject([
        { calls: steps.map(({ call }) => call), atomicRequired: true, id: entry?.batch },
      ])
      expect(entry?.subject._tag).toBe("Swap")
      expect(as("Left").progress).toEqual({ approval: entry?.id, swap: entry?.id })
      expect(events.map(({ name }) => name)).toEqual(["INITIATE_SWAP", "SWAP_SUCCESS"])
      expect(toast()).toBe("flow.started")
    }),
  )
})

describe("a review", () => {
  it.effect("becomes stale, and can then not be confirmed", () =>
    Effect.gen(function* () {
      const { as, sent: asked, swap } = yield* startReviewedSwap()
      yield* TestClock.adjust(14_999)
      expect(as("Reviewing").stale).toBe(false)
      yield* TestClock.adjust(1)
      expect(as("Reviewing").stale).toBe(true)
      yield* swap.confirm
      expect(as("Reviewing").error?.reason._tag).toBe("Stale")
      expect(asked).toEqual([])
      yield* swap.review
      expect(as("Reviewing")).toMatchObject({ stale: false, error: null, review: { until: 30_200 } })
    }),
  )

  it.effect("refreshes the review every 10 s while a view is open", () =>
    Effect.gen(function* () {
      const { as, swap } = yield* startReviewedSwap()
      yield* Effect.forkChild(swap.watch, { startImmediately: true })
      yield* TestClock.adjust(60_000)
      expect(as("Reviewing")).toMatchObject({ stale: false, review: { quote: { at: 60_200 } } })
    }),
  )

  it.effect("keeps the review with the error while refreshes fail, until it becomes stale", () =>
    Effect.gen(function* () {
      let silentNow = false
      const { as, swap } = yield* startReviewedSwap({
        convert: {
          allowance: () => Effect.suspend(() => (silentNow ? Effect.die("gone") : Effect.succeed(0n))),
        },
      })
      yield* Effect.forkChild(swap.watch, { startImmediately: true })
      silentNow = true
      yield* TestClock.adjust(10_000)
      expect(as("Reviewing")).toMatchObject({
        stale: false,
        refreshing: false,
        error: { reason: { _tag: "Failed", during: "allowance" } },
      })
      yield* TestClock.adjust(5_000)
      expect(as("Reviewing").stale).toBe(true)
      silentNow = false
      yield* TestClock.adjust(5_000)
      expect(as("Reviewing")).toMatchObject({ stale: false, error: null })
    }),
  )

  it.effect("keeps the confirmed stops while it is not worse", () =>
    Effect.gen(function* () {
      let received = 80n
      const {
        as,
        sent: asked,
        swap,
      } = yield* startReviewedSwap({
        convert: {
          quotes: ({ amount }) =>
            Effect.sync(() => [
              {
                id: null,
                fromAmount: `${amount}`,
                fromAccount: "",
                toAmount: `${received * 10n ** 18n}`,
                toAccount: "",
              },
            ]),
        },
      })
      yield* swap.confirm
      expect(as("Reviewing").error?.reason).toEqual({
        _tag: "Stopped",
        stops: [{ _tag: "Impact", percent: 20 }],
      })
      yield* swap.acknowledge("Impact")
      yield* swap.review
      expect(as("Reviewing").passed).toEqual(["Impact"])
      received = 79n
      yield* swap.review
      expect(as("Reviewing").passed).toEqual([])
      yield* swap.confirm
      expect(asked).toEqual([])
      yield* swap.acknowledge("Impact")
      yield* swap.accept(as("Reviewing").review)
      yield* swap.confirm
      expect(asked.length).toBe(1)
    }),
  )

  it.effect("stops refreshing the review after confirmation", () =>
    Effect.gen(function* () {
      let slow = false
      const { give, wait } = makeHeldAnswer<SimulationResult>()
      const { as, swap } = yield* startReviewedSwap({
        calls: answering(declined),
        tryOut: () => Effect.suspend(() => (slow ? wait : Effect.succeed({ _tag: "Unavailable" }))),
      })
      slow = true
      yield* Effect.forkChild(swap.review, { startImmediately: true })
      yield* TestClock.adjust(0)
      expect(as("Reviewing").refreshing).toBe(true)
      const { review } = as("Reviewing")
      yield* swap.acknowledge("Untried")
      yield* swap.confirm
      yield* give({ _tag: "Unavailable" })
      yield* TestClock.adjust(0)
      expect(as("Reviewing")).toMatchObject({ refreshing: false, error: { reason: { _tag: "Wallet" } } })
      expect(as("Reviewing").review).toBe(review)
    }),
  )

  it.effect("aborts the review when the form is edited", () =>
    Effect.gen(function* () {
      const { as, swap } = yield* startReviewedSwap()
      yield* swap.typeAmount("5")
      expect(as("Editing")).toMatchObject({ form: { amount: "5" }, quote: { _tag: "Quoting" } })
    }),
  )

  it.effect("removes and reports the review when the account changes", () =>
    Effect.gen(function* () {
      const { as, connect, swap } = yield* startReviewedSwap()
      yield* connect("0x00000000000000000000000000000000000000b2", mainnet)
      yield* TestClock.adjust(0)
      expect(as("Editing")).toMatchObject({
        form: { amount: "100", destination: { token: { symbol: "DAI" } } },
        error: { reason: { _tag: "Changed" } },
      })
      yield* swap.typeAmount("1")
      expect(as("Editing").error).toBe(null)
    }),
  )

  it.effect("refuses another request when the chain has a swap that the wallet reported as declined", () =>
    Effect.gen(function* () {
      const { allow, as, find, sent: asked, swap } = yield* startQuotedSwap({ calls: answering(declined) })
      allow(100_000_000n)
      yield* swap.review
      yield* swap.confirm
      as("Reviewing")
      find(hash(7))
      yield* swap.confirm
      expect(as("Reviewing").error?.reason._tag).toBe("Duplicate")
      expect(asked.length).toBe(1)
    }),
  )
})
