import { describe, expect, it } from "@effect/vitest"
import { ConnectorError, type SendOutcome } from "@wmodal/chains"
import { SubscriptionRef } from "@wmodal/protocol"
import { mainnet, optimism } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  findSwapToken,
  makeHeldAnswer,
  payerAddress,
  router,
  startQuotedSwap,
  startReviewedSwap,
  swapper,
} from "../testing/swapFixture.ts"
import { makeSwap } from "./makeSwap.ts"

describe("a pending approval", () => {
  it.effect("reports a failed approval and does not request the swap", () =>
    Effect.gen(function* () {
      const { as, chain, events, sent: asked, swap, toast } = yield* startReviewedSwap()
      chain("Mined", false)
      yield* swap.confirm
      yield* TestClock.adjust(5_000)
      expect(as("Editing").error?.reason._tag).toBe("ApprovalFailed")
      expect(asked.length).toBe(1)
      expect(events.map(({ name }) => name)).toEqual(["SWAP_APPROVAL_ERROR"])
      expect(toast()).toBe(null)
    }),
  )

  it.effect("awaits the pending approval after a reload and does not request it again", () =>
    Effect.gen(function* () {
      const first = yield* startReviewedSwap()
      first.chain("Missing")
      yield* first.swap.confirm
      first.as("Approving")
      // An engine that has only the stored ledger.
      const again = yield* makeSwap(first.deps)
      yield* again.begin
      yield* again.chooseSource(findSwapToken(again, "USDC"))
      yield* again.chooseDestination(findSwapToken(again, "DAI"))
      yield* again.typeAmount("100")
      const order = {
        source: findSwapToken(again, "USDC").token,
        destination: findSwapToken(again, "DAI").token,
      }
      const twin = yield* Effect.flip(again.prepare({ ...order, amount: 100_000_000n, slippage: 1 }))
      expect(twin.reason).toEqual({ _tag: "Duplicate", entry: first.entries()[0]?.id })
      yield* again.review
      const waiting = SubscriptionRef.getUnsafe(again.state)
      expect(waiting).toMatchObject({ _tag: "Approving", progress: { approval: first.entries()[0]?.id } })
      first.chain("Mined")
      yield* TestClock.adjust(60_000)
      expect(SubscriptionRef.getUnsafe(again.state)).toMatchObject({
        _tag: "Reviewing",
        review: { path: { _tag: "Direct" } },
      })
      expect(first.sent.length).toBe(1)
    }),
  )

  it.effect("causes one rebuild, however often the ledger changes", () =>
    Effect.gen(function* () {
      const { deps, as, asked, swap } = yield* startQuotedSwap({
        tryOut: () => Effect.delay(Effect.succeed({ _tag: "Unavailable" }), 3_000),
      })
      yield* Effect.forkChild(swap.review, { startImmediately: true })
      yield* TestClock.adjust(3_000)
      yield* swap.acknowledge("Untried")
      const builds = () => asked.filter((what) => what === "build-transaction").length
      const before = builds()
      yield* swap.confirm
      const other = {
        account: swapper,
        network: "eip155:1",
        connectorId: "",
        transaction: null,
        mark: null,
      } as const
      for (let at = 0; at < 20; at++) {
        yield* TestClock.adjust(500)
        yield* deps.ledger.record({ ...other, subject: { _tag: "Message", digest: `${at}` } })
      }
      as("Reviewing")
      expect(builds()).toBe(before + 1)
    }),
  )

  it.effect("refuses a second approval while the wallet still shows the first", () =>
    Effect.gen(function* () {
      const { as, entries, sent, swap } = yield* startReviewedSwap({
        calls: { sendTransaction: () => Effect.never },
      })
      yield* Effect.forkChild(swap.confirm, { startImmediately: true })
      yield* TestClock.adjust(0)
      yield* swap.back
      yield* swap.review
      expect(as("Editing").error?.reason).toEqual({ _tag: "Duplicate", entry: entries()[0]?.id })
      expect(sent.length).toBe(1)
    }),
  )

  it.effect("leaves the form open after the user went back", () =>
    Effect.gen(function* () {
      const { as, swap } = yield* startReviewedSwap()
      yield* swap.confirm
      as("Approving")
      yield* swap.back
      yield* TestClock.adjust(60_000)
      as("Editing")
    }),
  )

  it.effect("remains unused when the rebuilt swap is refused", () =>
    Effect.gen(function* () {
      let thieving = false
      const {
        as,
        sent: asked,
        swap,
      } = yield* startReviewedSwap({
        contracts: {
          decodeSpender: (data) => `0x${data.slice(4)}`,
        },
        tryOut: ({ calls }) =>
          Effect.sync(() => ({
            _tag: "Simulated",
            changes: [
              {
                token: "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
                before: 10n ** 9n,
                after: 9n * 10n ** 8n,
              },
              {
                token: "0x6B175474E89094C44Da98b954EedeAC495271d0F",
                before: 0n,
                after: thieving ? BigInt(calls.length) : 10n ** 20n,
              },
            ],
          })),
      })
      yield* swap.confirm
      thieving = true
      yield* TestClock.adjust(5_000)
      expect(as("Editing").error?.reason).toEqual({ _tag: "Refused", because: "minimum" })
      expect(asked.length).toBe(1)
    }),
  )
})

describe("an approval of another account", () => {
  it.effect("shows no data of that account after a decline", () =>
    Effect.gen(function* () {
      const { give, wait } = makeHeldAnswer<SendOutcome>()
      const { as, connect, swap } = yield* startReviewedSwap({ calls: { sendTransaction: () => wait } })
      yield* Effect.forkChild(swap.confirm, { startImmediately: true })
      yield* TestClock.adjust(0)
      as("Asking")
      yield* connect("0x00000000000000000000000000000000000000b2", mainnet)
      const error = new ConnectorError({ connectorId: "io.scripted", reason: { _tag: "Declined" } })
      yield* give({ _tag: "NotSent", error })
      yield* TestClock.adjust(200)
      expect(as("Editing").quote._tag).toBe("Quoted")
    }),
  )

  it.effect.each([
    ["another account", "0x00000000000000000000000000000000000000b2", mainnet],
    ["another network", payerAddress, optimism],
  ] as const)("starts no swap of %s", ([, address, network]) =>
    Effect.gen(function* () {
      const { as, chain, connect, sent, swap } = yield* startReviewedSwap()
      chain("Missing")
      yield* swap.confirm
      yield* connect(address, network)
      as("Approving")
      chain("Mined")
      yield* TestClock.adjust(60_000)
      const { error, form } = as("Editing")
      expect(error?.reason._tag).toBe("Changed")
      expect(form.source?.token.network).toBe(network.caipNetworkId)
      expect(sent.length).toBe(1)
    }),
  )

  it.effect("refuses a swap over another router than the approved one", () =>
    Effect.gen(function* () {
      let to = router
      const { as, sent, swap, toast } = yield* startReviewedSwap({
        convert: {
          buildTransaction: ({ amount, user }) =>
            Effect.sync(() => ({
              from: user,
              to: `eip155:1:${to}`,
              data: "0x12",
              amount: `${amount}`,
              eip155: { gas: "1", gasPrice: "1" },
            })),
        },
        tryOut: () => Effect.succeed({ _tag: "Unavailable" }),
      })
      yield* swap.acknowledge("Untried")
      yield* swap.confirm
      to = "0x00000000000000000000000000000000000000bb"
      yield* TestClock.adjust(2_000)
      expect(as("Editing").error?.reason).toEqual({ _tag: "Refused", because: "spender" })
      expect(sent.length).toBe(1)
      // The approved spender may still spend the amount, regardless of the swap.
      expect(toast()).toBe("flow.swap.approvalStays")
    }),
  )
})

describe("disconnect", () => {
  it.effect.each(["Editing", "Reviewing", "Asking", "Approving", "Left"] as const)(
    "clears everything except the ledger while %s",
    (tag) =>
      Effect.gen(function* () {
        const never: Effect.Effect<SendOutcome> = Effect.never
        const world = yield* tag === "Editing"
          ? startQuotedSwap()
          : tag === "Asking"
            ? startReviewedSwap({ calls: { sendTransaction: () => never } })
            : startReviewedSwap()
        if (tag === "Approving") world.chain("Missing")
        if (tag === "Asking") {
          yield* Effect.forkChild(world.swap.confirm, { startImmediately: true })
          yield* TestClock.adjust(0)
        }
        if (tag === "Approving" || tag === "Left") yield* world.swap.confirm
        if (tag === "Left") {
          yield* TestClock.adjust(5_000)
          yield* world.swap.confirm
        }
        world.as(tag)
        const before = world.entries().length
        yield* world.disconnect
        yield* TestClock.adjust(0)
        expect(world.as("Unsupported").networks.length).toBeGreaterThan(0)
        expect(SubscriptionRef.getUnsafe(world.swap.offered)).toBe(false)
        expect(world.entries().length).toBe(before)
        yield* TestClock.adjust(60_000)
        world.as("Unsupported")
      }),
  )
})
