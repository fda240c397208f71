import { describe, expect, it } from "@effect/vitest"
import { SubscriptionRef } from "@wmodal/protocol"
import { optimism } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { presentFlow } from "../flows/presentFlow.ts"
import { formatFlowEnglish } from "../problems/FlowPresentation.ts"
import {
  makeHeldAnswer,
  noResponseError,
  payerAddress,
  type SwapWorld,
  startSwap,
} from "../testing/swapFixture.ts"

describe("start of a swap", () => {
  it.effect.each<[string, SwapWorld]>([
    ["its tokens", { convert: { tokens: () => Effect.fail(noResponseError) } }],
    ["its gas price", { convert: { gasPrice: () => Effect.fail(noResponseError) } }],
    ["the supported networks", { gate: { supports: () => Effect.fail(noResponseError) } }],
  ])("fails when the exchange does not return %s, and can be retried", ([, given]) =>
    Effect.gen(function* () {
      const { as, swap } = yield* startSwap(given)
      yield* swap.begin
      const told = presentFlow(as("Failed").error)
      expect([formatFlowEnglish(told.title), told.action]).toEqual([
        "Failed to initialize swap",
        expect.any(String),
      ])
      yield* swap.typeAmount("5")
      as("Failed")
    }),
  )

  it.effect("reports Unsupported when the network has no swaps", () =>
    Effect.gen(function* () {
      const gate = { supports: () => Effect.succeed(false), excludes: () => true }
      const { as, asked, swap } = yield* startSwap({ gate })
      yield* swap.begin
      expect(as("Unsupported").networks).toEqual([])
      expect(asked).toEqual([])
    }),
  )

  it.effect("reports Unsupported when a request shows that the network is not served", () =>
    Effect.gen(function* () {
      let known = false
      const gate = {
        excludes: () => known,
        supports: () =>
          Effect.sync(() => {
            known = true
            return false
          }),
      }
      const { as, swap } = yield* startSwap({ gate })
      expect(SubscriptionRef.getUnsafe(swap.offered)).toBe(true)
      yield* swap.begin
      as("Unsupported")
      expect(SubscriptionRef.getUnsafe(swap.offered)).toBe(false)
    }),
  )

  it.effect("names the configured networks with swaps", () =>
    Effect.gen(function* () {
      const { as, showUnknown, swap } = yield* startSwap()
      yield* showUnknown({ ...optimism, caipNetworkId: "eip155:4242" })
      yield* swap.begin
      expect(as("Unsupported").networks.map(({ caipNetworkId }) => caipNetworkId)).toEqual([
        "eip155:1",
        "eip155:10",
      ])
    }),
  )

  it.effect("drops the previous network's data on a change of network", () =>
    Effect.gen(function* () {
      const { as, connect, swap } = yield* startSwap()
      yield* swap.begin
      yield* swap.typeAmount("7")
      yield* swap.setSlippage(3)
      yield* connect(payerAddress, optimism)
      yield* Effect.yieldNow
      const { form } = as("Editing")
      expect(form).toMatchObject({ amount: "1", slippage: 3, source: { token: { network: "eip155:10" } } })
      const list = SubscriptionRef.getUnsafe(swap.tokens)
      expect("tokens" in list && list.tokens.map(({ token }) => token.network)).toEqual(["eip155:10"])
    }),
  )

  it.effect("stops when the connection ended meanwhile", () =>
    Effect.gen(function* () {
      const late = makeHeldAnswer<bigint>()
      const { as, disconnect, swap } = yield* startSwap({
        convert: {
          gasPrice: () =>
            Effect.map(late.wait, (price) => ({ standard: `${price}`, fast: "1", instant: "1" })),
        },
      })
      yield* Effect.forkChild(swap.begin, { startImmediately: true })
      yield* Effect.yieldNow
      as("Initializing")
      yield* disconnect
      yield* late.give(1n)
      yield* Effect.yieldNow
      as("Unsupported")
    }),
  )
})

describe("find", () => {
  const row = (symbol: string, at: number) => ({
    name: symbol,
    symbol,
    address: `eip155:1:0x000000000000000000000000000000000000000${at}`,
    decimals: 18,
    logoUri: null,
  })
  const finding = (text: string) =>
    Effect.gen(function* () {
      const rows = [row("USDC", 1), row("Twice", 2), row("TWICE", 3), row("ETH", 4)]
      const { swap } = yield* startSwap({ convert: { tokens: () => Effect.succeed(rows) } })
      return yield* swap.find(text)
    })

  it.effect.each([
    ["usdc", "0x0000000000000000000000000000000000000001"],
    [" USDC ", "0x0000000000000000000000000000000000000001"],
    ["0x0000000000000000000000000000000000000003", "0x0000000000000000000000000000000000000003"],
    // The native currency's symbol is reserved, regardless of a token's own symbol.
    ["eth", null],
  ] as const)("returns the token for %s", ([text, address]) =>
    Effect.gen(function* () {
      expect((yield* finding(text))?.token.address).toBe(address)
    }),
  )

  it.effect("returns null for an unknown token, and fails for an ambiguous symbol", () =>
    Effect.gen(function* () {
      expect(yield* finding("nothing")).toBe(null)
      expect(yield* finding("0x0000000000000000000000000000000000000009")).toBe(null)
      expect(yield* Effect.flip(finding("twice"))).toMatchObject({
        _tag: "AmbiguousToken",
        addresses: [
          "0x0000000000000000000000000000000000000002",
          "0x0000000000000000000000000000000000000003",
        ],
      })
    }),
  )

  it.effect.each<[string, SwapWorld]>([
    ["list of tokens", { convert: { tokens: () => Effect.fail(noResponseError) } }],
    [
      "list of networks",
      {
        convert: { tokens: () => Effect.succeed([]) },
        gate: { supports: () => Effect.fail(noResponseError) },
      },
    ],
  ])("fails without the %s of the exchange", ([, given]) =>
    Effect.gen(function* () {
      const { swap } = yield* startSwap(given)
      expect(yield* Effect.flip(swap.find("USDC"))).toMatchObject({
        reason: { _tag: "Failed", during: "initialize" },
      })
    }),
  )
})
