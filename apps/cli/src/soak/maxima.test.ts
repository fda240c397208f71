import { swapNetworks } from "@wmodal/api"
import { makeHandler, type ScenarioInput } from "@wmodal/mock-server"
import { Fetch, type Network } from "@wmodal/protocol"
import { base, mainnet, mantle } from "@wmodal/protocol/networks"
import { Effect, Result, Stream } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Page } from "../story/Page.ts"
import { openEvmWorld, reviewPayment } from "./evmWorld.ts"
import { makeFaultyNetwork } from "./faultyNetwork.ts"

/** The number of worlds, and of maxima in each; a thousand under `npm run soak`. */
const [worldCount, maximaPerWorld] = process.env["WMODAL_SOAK"] === undefined ? [4, 6] : [50, 20]

const worlds = fc.record({
  network: fc.constantFrom(mainnet, base, mantle),
  routeGas: fc.integer({ min: 60_000, max: 600_000 }),
  rollup: fc.record({
    l1BaseFee: fc.integer({ min: 0, max: 100_000_000_000 }),
    operatorFeeScalar: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    operatorFeeConstant: fc.integer({ min: 0, max: 1_000_000_000_000_000 }),
  }),
})
const maxima = fc.record({
  kind: fc.constantFrom("send", "swap", "swapToken"),
  /** The balance in millionths of a whole unit: about a fee, some fees, or far more. */
  balance: fc.oneof(
    fc.integer({ min: 1, max: 2_000 }),
    fc.integer({ min: 1_000, max: 20_000 }),
    fc.integer({ min: 20_000, max: 5_000_000 }),
  ),
})

const projectId = "maxima"

/** What is swapped of a token, which needs an approval first. */
const swapTokens = Effect.fnUntraced(function* ({ flows }: Page) {
  const [source, destination] = yield* Effect.all([flows.swap.find("mUSDC"), flows.swap.find("mDAI")])
  if (source === null || destination === null) throw new Error("no pair")
  const amount = 5_000_000n
  const review = yield* flows.swap.prepare({
    source: source.token,
    destination: destination.token,
    amount,
    slippage: 1,
  })
  const passed = review.stops.map(({ _tag }) => _tag)
  const fees = review.steps.map(({ fee }) => fee?.most ?? 0n)
  const sum = fees.reduce((all, fee) => all + fee, 0n)
  return { fees, kinds: review.steps.map(({ kind }) => kind), sum, submit: flows.swap.submit(review, passed) }
})

/** Swaps a token with little of the native currency: what is accepted for its approval is accepted after it, too. */
const playTokenSwap = Effect.fnUntraced(function* (
  page: Page,
  units: bigint,
  { hold }: { readonly hold: (units: bigint) => Effect.Effect<unknown> },
) {
  const confirm = Effect.fnUntraced(function* (
    submit: Effect.Success<ReturnType<typeof swapTokens>>["submit"],
  ) {
    const entry = yield* submit
    const states = yield* Stream.runCollect(page.flows.ledger.follow(entry.id))
    expect([...states].at(-1)?.state).toMatchObject({ _tag: "Confirmed" })
  })
  yield* hold(10n ** 19n)
  const usual = yield* swapTokens(page)
  expect(usual.kinds).toEqual(["approve", "swap"])
  yield* hold(units)
  const reviewed = yield* Effect.result(swapTokens(page))
  if (Result.isFailure(reviewed)) {
    expect(reviewed.failure).toMatchObject({ reason: { _tag: "Insufficient", of: "gas" } })
    expect(units * 8n).toBeLessThanOrEqual(usual.sum * 9n)
    return "refused"
  }
  const { fees, submit, sum } = reviewed.success
  expect(sum).toBeLessThan(units)
  yield* confirm(submit)
  const next = yield* swapTokens(page)
  expect(next.kinds).toEqual(["swap"])
  // The swap was estimated before its approval: with room, but not without measure.
  expect(next.sum).toBeLessThanOrEqual(fees[1] ?? 0n)
  expect((fees[1] ?? 0n) * 2n).toBeLessThanOrEqual(next.sum * 5n)
  yield* confirm(next.submit)
  return "swapToken"
})

const playMaxima = Effect.fnUntraced(function* (
  network: Network,
  world: ReturnType<typeof makeFaultyNetwork>,
  wanted: readonly ReturnType<(typeof maxima)["generate"]>["value"][],
) {
  const { held, hold, page } = yield* openEvmWorld(network, world, projectId)
  const { symbol } = network.nativeCurrency
  const reviewMaximum = (kind: "send" | "swap") =>
    reviewPayment(page, { kind, token: symbol, amount: "max", to: `0x${"3".repeat(40)}` })
  const outcomes: string[] = []
  for (const { balance, kind: drawn } of wanted) {
    const kind = swapNetworks.includes(network.caipNetworkId) ? drawn : "send"
    if (kind === "swapToken") {
      outcomes.push(yield* playTokenSwap(page, BigInt(balance) * 10n ** 12n, { hold }))
      continue
    }
    yield* hold(10n ** 19n)
    const { most: usual } = yield* reviewMaximum(kind)
    const units = BigInt(balance) * 10n ** 12n
    yield* hold(units)
    const reviewed = yield* Effect.result(reviewMaximum(kind))
    if (Result.isFailure(reviewed)) {
      expect(reviewed.failure).toMatchObject({ reason: { _tag: "Insufficient", of: "gas" } })
      // Nothing is refused that could pay the fee.
      expect(units * 8n).toBeLessThanOrEqual(usual * 9n)
      outcomes.push("refused")
      continue
    }
    const { amount, most, submit } = reviewed.success
    // A node's estimates of one swap differ a little.
    expect(amount + most).toBeLessThanOrEqual(units)
    expect(units - amount - most).toBeLessThanOrEqual(kind === "send" ? 0n : most / 32n)
    const entry = yield* submit
    const states = yield* Stream.runCollect(page.flows.ledger.follow(entry.id))
    const last = [...states].at(-1)?.state
    expect(last).toMatchObject({ _tag: "Confirmed" })
    // What is told to have been paid is what is gone, and no more than was reviewed.
    const paid = units - amount - (yield* held)
    expect(last).toMatchObject({ fee: paid })
    expect(paid).toBeLessThanOrEqual(most)
    outcomes.push(kind)
  }
  yield* page.close
  return outcomes
})

describe("maxima in worlds of long routes and rollups", () => {
  it(`takes each whole, and pays what was reviewed: ${worldCount * maximaPerWorld} times`, {
    timeout: 10_800_000,
  }, async () => {
    const seen = new Set<string>()
    for (const [at, { network, rollup, routeGas }] of fc.sample(worlds, worldCount).entries()) {
      const scenario: ScenarioInput = { seed: `${at}`, chains: { routeGas, rollup } }
      const handler = makeHandler({ scenario })
      const world = makeFaultyNetwork(handler, projectId)
      // Others in each world, and the same in each run.
      const wanted = fc.sample(maxima, { numRuns: maximaPerWorld, seed: at })
      const program = playMaxima(network, world, wanted)
      const outcomes = await Effect.runPromise(
        Effect.scoped(world.inItsTime(program)).pipe(
          Effect.provideService(Fetch, world.fetch),
          Effect.provide(TestClock.layer()),
        ),
      )
      await handler.close()
      for (const outcome of outcomes) seen.add(outcome)
    }
    expect([...seen]).toEqual(expect.arrayContaining(["send", "swap", "swapToken", "refused"]))
  })
})
