import { describe, expect, it } from "@effect/vitest"
import {
  ConnectorError,
  type ContractActions,
  type RequestWarning,
  type SimulationResult,
  TransferRejected,
} from "@wmodal/chains"
import { type CaipAddress, SubscriptionRef } from "@wmodal/protocol"
import { mainnet, optimism } from "@wmodal/protocol/networks"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { presentFlow } from "../flows/presentFlow.ts"
import { formatFlowEnglish } from "../problems/FlowPresentation.ts"
import { makeLoaded } from "../testing/makeLoaded.ts"
import { approvingCalls } from "../testing/scriptedWallet.ts"
import {
  coin,
  dai,
  makeHeldAnswer,
  makeHolding,
  makeSwapWorld,
  noResponseError,
  router,
  type SwapWorld,
  startSwap,
  swapper,
  toTokenCaip,
  usdc,
} from "../testing/swapFixture.ts"
import { makeSwap } from "./makeSwap.ts"
import type { SwapReason } from "./Swap.ts"

const order = { source: usdc, destination: dai, amount: 100_000_000n, slippage: 1 } as const

const prepared = (given: SwapWorld = {}, of: Partial<typeof order | { source: typeof coin }> = {}) =>
  Effect.gen(function* () {
    const { swap } = yield* startSwap(given)
    return yield* swap.prepare({ ...order, ...of })
  })
const refused = (given: SwapWorld, of: Parameters<typeof prepared>[1] = {}) =>
  Effect.map(Effect.flip(prepared(given, of)), ({ reason }): SwapReason => reason)

const fall = 100_000_000n
const rise = 99n * 10n ** 18n
const makeTrial = (source: bigint, destination: bigint, native = 0n): SimulationResult => ({
  _tag: "Simulated",
  changes: [
    { token: null, before: 5n, after: 5n - native },
    { token: usdc.address, before: 10n ** 12n, after: 10n ** 12n - source },
    { token: dai.address, before: 0n, after: destination },
  ],
})
const trying = (trial: SimulationResult) => ({ tryOut: () => Effect.succeed(trial) })

describe("review of a swap", () => {
  it.effect("contains an approval of exactly the amount for the router, and a swap, simulated in a row", () =>
    Effect.gen(function* () {
      const tried: unknown[] = []
      const review = yield* prepared({
        tryOut: ({ calls, from, tokens }) =>
          Effect.sync(() => {
            tried.push([calls.map(({ to }) => to), from, tokens])
            return makeTrial(fall, rise)
          }),
      })
      expect(tried).toEqual([[[usdc.address, router], swapper.slice(9), [usdc.address, dai.address, router]]])
      expect(review).toMatchObject({
        account: swapper,
        router,
        path: { _tag: "TwoSteps" },
        form: { slippage: 1 },
        stops: [],
        until: 15_000,
        quote: { amount: fall, received: 10n ** 20n, minimum: rise, impact: 0 },
        steps: [
          {
            kind: "approve",
            call: { to: usdc.address, value: 0n, data: `approve ${router} 100000000` },
            fee: { most: 2000n },
            feeFiat: { units: 2_000_000n, decimals: 18 },
            transaction: { to: usdc.address, value: "0x0", gas: "0x1" },
          },
          {
            kind: "swap",
            call: { to: router, value: 0n },
            fee: { most: 2000n, transactionFields: {} },
            transaction: null,
          },
        ],
      })
    }),
  )

  it.effect("explains the calls with the prices of both tokens and of the native currency", () =>
    Effect.gen(function* () {
      const asked: unknown[] = []
      yield* prepared({
        tryOut: ({ priceOf }) =>
          Effect.sync(() => {
            asked.push([usdc.address, dai.address, null, router].map((token) => priceOf?.(token)))
            return makeTrial(fall, rise)
          }),
      })
      expect(asked).toEqual([[1, 1, 2000, null]])
    }),
  )

  it.effect("sends the native currency as value, and reads no allowance of it", () =>
    Effect.gen(function* () {
      const { asked, swap } = yield* startSwap()
      const review = yield* swap.prepare({ ...order, source: coin, amount: 10n ** 18n })
      expect(review).toMatchObject({
        path: { _tag: "Direct" },
        steps: [{ kind: "swap", call: { to: router, value: 10n ** 18n } }],
      })
      expect(asked).not.toContain("allowance")
      expect(asked).not.toContain("build-approve")
    }),
  )

  it.effect.each([
    [99_999_999n, "TwoSteps"],
    [100_000_000n, "Direct"],
    [2n ** 256n - 1n, "Direct"],
  ] as const)("takes an allowance of %d and returns the path %s", ([allowance, path]) =>
    Effect.gen(function* () {
      const review = yield* prepared({ convert: { allowance: () => Effect.succeed(allowance) } })
      expect(review.path._tag).toBe(path)
    }),
  )

  it.effect("returns one batch only when the wallet supports batches", () =>
    Effect.gen(function* () {
      const able = (atomic: "supported" | "ready" | "unsupported"): SwapWorld => ({
        calls: { capabilities: () => Effect.succeed({ atomic, assetDiscovery: false }) },
      })
      expect(yield* prepared(able("supported"))).toMatchObject({
        path: { _tag: "Batch" },
        steps: [
          { kind: "approve", fee: { most: 2000n }, transaction: null },
          { kind: "swap", fee: { most: 2000n }, transaction: null },
        ],
      })
      expect(yield* prepared({ ...able("supported"), accountType: "smartAccount" })).toMatchObject({
        path: { _tag: "Batch" },
        steps: [
          { kind: "approve", fee: null, transaction: null },
          { kind: "swap", fee: null, transaction: null },
        ],
      })
      expect((yield* prepared(able("ready"))).path._tag).toBe("TwoSteps")
      expect((yield* prepared(able("unsupported"))).path._tag).toBe("TwoSteps")
      const silentWallet = { calls: { capabilities: () => Effect.die("broken") } }
      expect((yield* prepared(silentWallet)).path._tag).toBe("TwoSteps")
    }),
  )

  it.effect("has the impact as a stop above 15 percent, and when it is unknown", () =>
    Effect.gen(function* () {
      const receiving = (toAmount: bigint): SwapWorld => ({
        convert: {
          quotes: ({ amount }) =>
            Effect.succeed([
              { id: null, fromAmount: `${amount}`, fromAccount: "", toAmount: `${toAmount}`, toAccount: "" },
            ]),
        },
      })
      expect((yield* prepared(receiving(85n * 10n ** 18n))).stops).toEqual([])
      expect((yield* prepared(receiving(85n * 10n ** 18n - 1n))).stops).toEqual([
        { _tag: "Impact", percent: 15.0001 },
      ])
      expect((yield* prepared({ price: () => Effect.succeed([]) })).stops).toEqual([
        { _tag: "Impact", percent: null },
      ])
    }),
  )

  const makeSecondPrices =
    (dollarsOf: (token: CaipAddress) => number | undefined): NonNullable<SwapWorld["secondPrice"]> =>
    ({ token }) =>
      Effect.sync(() => {
        const price = dollarsOf(token)
        return price === undefined ? [] : [{ name: "", symbol: "", iconUrl: "", price }]
      })
  const pricing = (destination: number | undefined) =>
    makeSecondPrices((token) => (token === toTokenCaip(dai) ? destination : 1))

  it.effect("has a stop when the minimum is worth over 5 percent less at a second source", () =>
    Effect.gen(function* () {
      // The exchange prices both tokens at a dollar, so that nothing seems to be lost.
      const stopsAt = (destination: number | undefined) =>
        Effect.map(prepared({ secondPrice: pricing(destination) }), ({ stops }) => stops)
      expect(yield* stopsAt(1)).toEqual([])
      expect(yield* stopsAt(0.96)).toEqual([])
      expect(yield* stopsAt(0.2)).toEqual([{ _tag: "SecondPrice", percent: 80.2 }])
    }),
  )

  it.effect("has a stop when a second source has no price, or an implausible one", () =>
    Effect.gen(function* () {
      const unknown = [{ _tag: "SecondPrice", percent: null }]
      for (const price of [undefined, 0, Number.NaN, 2])
        expect((yield* prepared({ secondPrice: pricing(price) })).stops).toEqual(unknown)
      const failing: SwapWorld = { secondPrice: () => Effect.fail(noResponseError) }
      expect((yield* prepared(failing)).stops).toEqual(unknown)
    }),
  )

  it.effect("waits 5 seconds for a second source, and sends nothing before its stop is confirmed", () =>
    Effect.gen(function* () {
      const { swap, sent } = yield* startSwap({ secondPrice: () => Effect.never })
      const reading = yield* Effect.forkChild(swap.prepare(order))
      yield* TestClock.adjust("5 seconds")
      const review = yield* Fiber.join(reading)
      expect(review.stops).toEqual([{ _tag: "SecondPrice", percent: null }])
      expect((yield* Effect.flip(swap.submit(review, []))).reason).toMatchObject({ _tag: "Stopped" })
      expect((yield* Effect.flip(swap.submit(review, ["Impact"]))).reason).toMatchObject({ _tag: "Stopped" })
      expect(sent).toEqual([])
    }),
  )

  it.effect("has a stop when no simulation was possible", () =>
    Effect.gen(function* () {
      expect((yield* prepared(trying({ _tag: "Unavailable" }))).stops).toEqual([{ _tag: "Untried" }])
    }),
  )

  it.effect("has a stop that names a router which neither we nor the host know on this network", () =>
    Effect.gen(function* () {
      const thief = "0x00000000000000000000000000000000000000ff"
      const { deps } = yield* makeSwapWorld()
      const { convert } = deps.exchange
      const given: SwapWorld = {
        contracts: { decodeSpender: () => thief },
        convert: {
          buildTransaction: (asked) =>
            Effect.map(convert.buildTransaction(asked), (built) => ({
              ...built,
              to: `eip155:1:${thief}` as const,
            })),
        },
        ...trying(makeTrial(fall, rise)),
      }
      const { swap, sent } = yield* startSwap(given)
      const review = yield* swap.prepare(order)
      expect(review.stops).toEqual([{ _tag: "Router", router: thief }])
      expect((yield* Effect.flip(swap.submit(review, []))).reason).toMatchObject({ _tag: "Stopped" })
      expect(sent.filter((one) => /send/i.test(JSON.stringify(one)))).toEqual([])
      const stopsWith = (network: string, address: string) =>
        Effect.map(prepared({ ...given, swapRouters: { [network]: [address] } }), ({ stops }) => stops)
      expect(yield* stopsWith("eip155:1", thief)).toEqual([])
      expect(yield* stopsWith("eip155:10", thief)).toEqual([{ _tag: "Router", router: thief }])
    }),
  )

  it.effect("simulates the balances of all holdings", () =>
    Effect.gen(function* () {
      const watched: (readonly string[])[] = []
      const other = { ...usdc, address: "0x00000000000000000000000000000000000000aa" }
      yield* prepared({
        holdings: [makeHolding(coin, 10n ** 18n), makeHolding(other, 5n)],
        tryOut: ({ tokens }) =>
          Effect.sync(() => {
            watched.push(tokens)
            return makeTrial(fall, rise)
          }),
      })
      expect(watched).toEqual([[usdc.address, dai.address, router, other.address]])
    }),
  )
})

const unlimited: RequestWarning = {
  _tag: "UnlimitedApproval",
  token: "0x00000000000000000000000000000000000000aa",
  symbol: "AAA",
  spender: "0x00000000000000000000000000000000000000bb",
}
const caipRouter = `eip155:1:${router}`
const thief = "0x00000000000000000000000000000000000000bb"
const built = (change: object): SwapWorld => ({
  convert: {
    buildTransaction: () =>
      Effect.succeed({
        from: swapper,
        to: caipRouter,
        data: "0x12",
        amount: "0",
        eip155: { gas: "1", gasPrice: "1" },
        ...change,
      }),
  },
  ...trying(makeTrial(fall, rise)),
})
const approving = (change: object): SwapWorld => ({
  convert: {
    buildApprove: ({ from, to }) =>
      Effect.succeed({
        from,
        to,
        data: `0xaa${router.slice(2)}`,
        value: "0",
        eip155: { gasPrice: "1" },
        ...change,
      }),
  },
})

describe("a refused swap", () => {
  it.effect.each<[string, SwapWorld, string]>([
    ["the spender is not the router", approving({ data: `0xaa${thief.slice(2)}` }), "spender"],
    ["the approval is of another token", approving({ from: `eip155:1:${dai.address}` }), "spender"],
    ["the approval is on another network", approving({ from: `eip155:10:${usdc.address}` }), "spender"],
    ["the approval's calldata is not an approval", { contracts: { decodeSpender: () => null } }, "spender"],
    ["the router is on another network", built({ to: `eip155:10:${router}` }), "spender"],
    ["the router is not a valid address", built({ to: "eip155:1:router" }), "spender"],
    ["the router is the source", built({ to: `eip155:1:${usdc.address}` }), "spender"],
    ["the router is the account itself", built({ to: swapper }), "spender"],
    ["another account is the sender", built({ from: `eip155:1:${thief}` }), "sender"],
    ["it is of another network", built({ from: swapper.replace("eip155:1:", "eip155:10:") }), "sender"],
    ["one unit more of the source leaves", trying(makeTrial(fall + 1n, rise)), "source"],
    ["another asset leaves", trying(makeTrial(fall, rise, 1n)), "source"],
    ["one unit less than the minimum arrives", trying(makeTrial(fall, rise - 1n)), "minimum"],
    ["nothing arrives", trying(makeTrial(fall, 0n)), "recipient"],
    ["it fails", trying({ _tag: "Reverts", at: 1, text: "no" }), "reverts"],
    ["its calldata approves an unlimited amount of a token", { dangers: [unlimited] }, "approval"],
    [
      "its calldata approves an unlimited amount, and no simulation was possible",
      { ...trying({ _tag: "Unavailable" }), dangers: [{ _tag: "Untried" }, unlimited] },
      "approval",
    ],
    ["its calldata cannot be fully decoded", { dangers: [{ _tag: "Blind" }] }, "approval"],
  ])("refuses a swap when %s", ([, given, because]) =>
    Effect.gen(function* () {
      expect(yield* refused(given)).toEqual({ _tag: "Refused", because })
    }),
  )

  it.effect("accepts the exact limits", () =>
    Effect.gen(function* () {
      expect((yield* prepared(trying(makeTrial(fall, rise)))).stops).toEqual([])
      expect((yield* prepared(trying(makeTrial(fall - 1n, rise + 1n)))).stops).toEqual([])
    }),
  )

  it.effect.each([
    [
      "too little of the source",
      { spendable: (token: string | null) => (token === usdc.address ? 99_999_999n : 10n ** 18n) },
      "token",
    ],
    [
      "no native currency for the fee",
      { spendable: (token: string | null) => (token === null ? 0n : 10n ** 20n) },
      "gas",
    ],
    // The fees of the approval and of the swap.
    [
      "exactly the fee",
      { spendable: (token: string | null) => (token === null ? 4_000n : 10n ** 20n) },
      "gas",
    ],
  ] as const)("refuses a swap with %s", ([, given, of]) =>
    Effect.gen(function* () {
      expect(yield* refused(given)).toEqual({ _tag: "Insufficient", of })
    }),
  )

  it.effect("accepts one unit more than the fee, and a sponsored fee", () =>
    Effect.gen(function* () {
      const having = (native: bigint) => (token: string | null) => (token === null ? native : 10n ** 20n)
      expect((yield* prepared({ spendable: having(4_001n) })).stops).toEqual([])
      expect((yield* prepared({ spendable: having(0n), accountType: "smartAccount" })).stops).toEqual([])
    }),
  )

  it.effect(
    "estimates each step after those before it, with the gas that the exchange states for the swap",
    () =>
      Effect.gen(function* () {
        const asked: unknown[] = []
        const fee = { expected: 1n, most: 1n, transactionFields: {}, seconds: 12 }
        const estimateCalls: ContractActions["estimateCalls"] = ({ calls, from }) =>
          Effect.sync(() => {
            asked.push([from, ...calls.map(({ call, statedGas }) => [call.to, statedGas])])
            return [fee, { ...fee, most: 700n }]
          })
        const { steps } = yield* prepared({ contracts: { estimateCalls } })
        expect(asked).toEqual([[swapper.slice(9), [usdc.address, undefined], [router, 1n]]])
        expect(steps.map((step) => step.fee?.most)).toEqual([1n, 700n])
      }),
  )

  it.effect("leaves the fee in the native currency", () =>
    Effect.gen(function* () {
      const native = 10n ** 18n
      const of = { source: coin, amount: native }
      const having = (balance: bigint) => ({ spendable: () => balance })
      expect(yield* refused(having(native + 1_999n), of)).toEqual({ _tag: "Insufficient", of: "gas" })
      expect((yield* prepared(having(native + 2_000n), of)).path._tag).toBe("Direct")
    }),
  )

  it.effect.each([
    ["no amount", { amount: 0n }, { _tag: "InvalidAmount" }],
    ["a negative amount", { amount: -1n }, { _tag: "InvalidAmount" }],
    ["a slippage of 100 percent", { slippage: 100 }, { _tag: "InvalidAmount" }],
    ["a token for itself", { destination: usdc }, { _tag: "NoQuote" }],
    ["a token of another network", { source: { ...usdc, network: "eip155:10" } }, { _tag: "Changed" }],
  ] as const)("refuses a swap for %s", ([, of, reason]) =>
    Effect.gen(function* () {
      const { swap } = yield* startSwap()
      expect((yield* Effect.flip(swap.prepare({ ...order, ...of }))).reason).toEqual(reason)
    }),
  )

  it.effect("refuses a swap when the token's contract has other decimals", () =>
    Effect.gen(function* () {
      const world = yield* makeSwapWorld()
      const module = world.deps.connectors.loaded()
      const actions = yield* Effect.promise(module.actions.get)
      const described = {
        ...actions,
        token: () => Effect.succeed({ name: "", symbol: "", decimals: 18 }),
      }
      const swap = yield* makeSwap({
        ...world.deps,
        connectors: { loaded: () => ({ ...module, actions: makeLoaded(described) }) },
      })
      const { reason } = yield* Effect.flip(swap.prepare(order))
      expect(reason).toMatchObject({ _tag: "Failed", problem: { _tag: "RpcError" } })
    }),
  )

  it.effect("refuses a swap when the shown account changed during the reads", () =>
    Effect.gen(function* () {
      const { give, wait } = makeHeldAnswer<SimulationResult>()
      const { connect, swap } = yield* startSwap({ tryOut: () => wait })
      const preparing = yield* Effect.forkChild(Effect.flip(swap.prepare(order)), { startImmediately: true })
      yield* Effect.yieldNow
      yield* connect("0x00000000000000000000000000000000000000b2", mainnet)
      yield* give(makeTrial(fall, rise))
      expect((yield* Fiber.join(preparing)).reason).toEqual({ _tag: "Changed" })
    }),
  )

  it.effect("refuses a swap on a network without swaps, and without an endpoint", () =>
    Effect.gen(function* () {
      const world = yield* makeSwapWorld()
      const alone = yield* makeSwap({ ...world.deps, exchange: null })
      expect((yield* Effect.flip(alone.prepare(order))).reason).toEqual({ _tag: "Unsupported" })
      expect(SubscriptionRef.getUnsafe(alone.offered)).toBe(false)
      expect((yield* Effect.flip(alone.find("USDC")))._tag).toBe("SwapError")
      yield* world.connect(swapper.slice(9), { ...optimism, caipNetworkId: "eip155:5" })
      const elsewhere = yield* makeSwap(world.deps)
      expect(SubscriptionRef.getUnsafe(elsewhere.offered)).toBe(false)
    }),
  )
})

describe("a failed read", () => {
  it.effect.each<[string, SwapWorld, string]>([
    [
      "Failed to check allowance",
      { convert: { allowance: () => Effect.fail(noResponseError) } },
      "allowance",
    ],
    [
      "Failed to create approval transaction",
      { convert: { buildApprove: () => Effect.fail(noResponseError) } },
      "approval",
    ],
    [
      "Failed to create transaction",
      { convert: { buildTransaction: () => Effect.fail(noResponseError) } },
      "transaction",
    ],
    ["Failed to fetch a quote", { convert: { quotes: () => Effect.fail(noResponseError) } }, "quote"],
    ["Failed to fetch a quote", { convert: { gasPrice: () => Effect.fail(noResponseError) } }, "quote"],
  ])("reports the failure as '%s'", ([title, given, during]) =>
    Effect.gen(function* () {
      const { swap } = yield* startSwap(given)
      const error = yield* Effect.flip(swap.prepare(order))
      expect(error.reason).toEqual({ _tag: "Failed", during, problem: noResponseError })
      const told = presentFlow(error)
      expect(formatFlowEnglish(told.title)).toBe(title)
      expect(formatFlowEnglish(told.body)).toMatch(/Nothing was sent/)
    }),
  )

  it.effect("reports an insufficient balance before a failed quote", () =>
    Effect.gen(function* () {
      expect(
        yield* refused({ convert: { quotes: () => Effect.fail(noResponseError) }, spendable: () => 1n }),
      ).toEqual({
        _tag: "Insufficient",
        of: "token",
      })
    }),
  )

  it.effect("refuses a transaction that would fail, when the chain returns no fee", () =>
    Effect.gen(function* () {
      const failing = (reason: TransferRejected["reason"]): SwapWorld => ({
        contracts: { estimateCall: () => Effect.fail(new TransferRejected({ reason })) },
      })
      expect(yield* refused(failing({ _tag: "Reverts", text: "" }))).toEqual({
        _tag: "Refused",
        because: "reverts",
      })
      expect(yield* refused(failing({ _tag: "Insufficient" }))).toEqual({ _tag: "Insufficient", of: "gas" })
    }),
  )

  it.effect("refuses a wallet on another network without a request", () =>
    Effect.gen(function* () {
      const { swap, walletMoves } = yield* startSwap({ calls: approvingCalls })
      yield* walletMoves("eip155:10")
      const { reason } = yield* Effect.flip(swap.prepare(order))
      expect(reason).toMatchObject({ _tag: "Wallet", error: { reason: { _tag: "NetworkNotSupported" } } })
      expect(reason).toMatchObject({ error: expect.any(ConnectorError) })
    }),
  )
})
