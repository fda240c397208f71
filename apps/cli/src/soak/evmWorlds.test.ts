import { swapNetworks } from "@wmodal/api"
import { isSettled, type LedgerEntry } from "@wmodal/core/flows"
import { makeHandler, type ScenarioInput } from "@wmodal/mock-server"
import { Fetch } from "@wmodal/protocol"
import { arbitrum, base, celo, mainnet, mantle } from "@wmodal/protocol/networks"
import { Data, Effect, Result, Stream } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { openEvmWorld, payer, reviewPayment } from "./evmWorld.ts"
import { faults, makeFaultyNetwork } from "./faultyNetwork.ts"

/** The number of worlds, and of payments in each. */
const [worldCount, paymentsPerWorld] = process.env["WMODAL_SOAK"] === undefined ? [6, 5] : [300, 10]

const projectId = "worlds"
const tokens = {
  mUSDC: "0x8bBC3514477d75EC797BBe4e19d7961660Bb849c",
  mDAI: "0x5F6BAaEB5b7c97725f84D1569c4abc85135f4716",
}

const nodes = fc.record({
  client: fc.option(
    fc.constantFrom(
      "geth",
      "erigon",
      "nethermind",
      "besu",
      "reth",
      "openethereum",
      "infura",
      "alchemy",
      "quicknode",
    ),
    { nil: undefined },
  ),
  lacks: fc.subarray(["eth_simulateV1", "eth_feeHistory", "eth_maxPriorityFeePerGas"] as const),
  hasPending: fc.boolean(),
  lagSeconds: fc.constantFrom(0, 0, 5, 30),
  limitEvery: fc.constantFrom(undefined, undefined, 5, 23),
})

const l1BaseFee = fc.integer({ min: 0, max: 100_000_000_000 })
const worlds = fc.record({
  network: fc.constantFrom(mainnet, base, mantle, arbitrum, celo),
  routeGas: fc.integer({ min: 60_000, max: 600_000 }),
  rollup: fc.oneof(
    fc.record({
      l1BaseFee,
      operatorFeeScalar: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      operatorFeeConstant: fc.integer({ min: 0, max: 1_000_000_000_000_000 }),
    }),
    fc.record({ l1BaseFee, form: fc.constantFrom("ecotone", "fjord") }),
  ),
  arbitrum: fc.record({
    l1Price: fc.integer({ min: 0, max: 20_000_000_000 }),
    baseFee: fc.integer({ min: 10_000_000, max: 2_000_000_000 }),
  }),
  isLegacy: fc.boolean(),
  first: nodes,
  second: fc.option(nodes, { nil: null }),
})
type DrawnWorld = ReturnType<(typeof worlds)["generate"]>["value"]

const payments = fc.record({
  kind: fc.constantFrom("send", "swap"),
  of: fc.constantFrom("native", "mUSDC"),
  /** Millionths of what is held, all of it, or more. */
  amount: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 300_000 }) },
    { weight: 3, arbitrary: fc.constant("max" as const) },
    { weight: 1, arbitrary: fc.constant("more" as const) },
  ),
  /** Of the native currency, in thousandths. */
  balance: fc.integer({ min: 10_000, max: 50_000 }),
  to: fc.constantFrom(3, 4, 5).map((digit) => `0x${String(digit).repeat(40)}`),
  fault: fc.option(faults, { nil: null }),
  again: fc.boolean(),
})
type DrawnPayment = ReturnType<(typeof payments)["generate"]>["value"]

type OpenedWorld = Effect.Success<ReturnType<typeof openEvmWorld>>

const Unread = z.object({ reason: z.object({ _tag: z.enum(["Problem", "Failed", "Wallet"]) }) })

/** Returns whether it failed because the page or the wallet could not read something. */
const isUnread = (failure: unknown): boolean => Unread.safeParse(failure).success

/** Ends the wait for a payment that no node has taken, and that can come no more. */
class NeverTaken extends Data.TaggedError("NeverTaken") {}

/** Follows a payment to its end: once settled, under one hash. */
const follow = Effect.fnUntraced(function* (opened: OpenedWorld, { id }: LedgerEntry, before: bigint) {
  const states: LedgerEntry["state"][] = []
  yield* Stream.runForEach(opened.page.flows.ledger.follow(id), (entry) =>
    Effect.gen(function* () {
      states.push(entry.state)
      if (/^(?:Dropped|Lost)$/.test(entry.state._tag) && (yield* opened.nonce) === before)
        yield* new NeverTaken()
    }),
  ).pipe(
    Effect.catchTag("NeverTaken", () => Effect.void),
    Effect.timeout("1 hour"),
    Effect.orDie,
  )
  expect(states.filter(isSettled).length).toBeLessThanOrEqual(1)
  expect(new Set(states.flatMap((state) => ("hash" in state ? [state.hash] : []))).size).toBeLessThanOrEqual(
    1,
  )
  return states.at(-1)
})

/** Plays one payment or swap. @returns its outcome, to count the kinds. */
const play = Effect.fnUntraced(function* (
  opened: OpenedWorld,
  { first, network, second }: DrawnWorld,
  world: ReturnType<typeof makeFaultyNetwork>,
  { again, amount: drawn, balance, fault, kind: wanted, of, to }: DrawnPayment,
) {
  const { hold, held, heldBy, heldOf, nonce, page, person } = opened
  const kind = swapNetworks.includes(network.caipNetworkId) ? wanted : "send"
  const hasLimit = (first.limitEvery ?? second?.limitEvery) !== undefined
  const token = of === "native" ? network.nativeCurrency.symbol : tokens[of]
  const units = BigInt(balance) * 10n ** 15n
  const whole = yield* of === "native" ? Effect.succeed(units) : heldOf(tokens.mUSDC, payer)
  const amount =
    drawn === "more" ? whole + 1n : drawn === "max" ? drawn : (whole * BigInt(drawn)) / 1_000_000n
  if (whole === 0n) return "nothing left"
  const order = { kind, token, amount, to } as const
  // What a swap needs before it is no part of it.
  for (;;) {
    yield* hold(units)
    // Nodes that are late know it too before a payment is reviewed.
    if (first.lagSeconds > 0 || (second?.lagSeconds ?? 0) > 0)
      for (let block = 0; block < 2; block++) {
        yield* Effect.promise(() => world.control("clock", "POST", { advance: 40_000 }))
        yield* nonce
      }
    const reviewed = yield* Effect.result(reviewPayment(page, order))
    const before = { nonce: yield* nonce, asked: person.asked.length }
    if (Result.isFailure(reviewed)) {
      // All tries of a read may meet the limit of a node.
      if (hasLimit && isUnread(reviewed.failure)) return "unread"
      // It says why, and nothing was sent.
      expect(reviewed.failure).toMatchObject({ reason: { _tag: "Insufficient", of: "token" } })
      expect([drawn, yield* held]).toEqual(["more", units])
      return "refused"
    }
    expect(drawn).not.toBe("more")
    const review = reviewed.success
    if (amount !== "max") expect(review.amount).toBe(amount)
    const arrival =
      kind === "swap" ? heldOf(tokens.mDAI, payer) : of === "native" ? heldBy(to) : heldOf(tokens.mUSDC, to)
    const arrived = yield* arrival
    if (fault !== null && review.isLast)
      yield* Effect.promise(() =>
        world.setFaults([{ match: { rpc: "eth_sendRawTransaction" }, fault, carriedOut: true }]),
      )
    const submitted = yield* Effect.result(review.submit)
    if (Result.isFailure(submitted)) {
      yield* Effect.promise(() => world.setFaults([]))
      expect([hasLimit, isUnread(submitted.failure)]).toEqual([true, true])
      expect([yield* nonce, yield* held]).toEqual([before.nonce, units])
      return "unread"
    }
    const entry = submitted.success
    yield* Effect.promise(() => world.setFaults([]))
    if (again) {
      const twice = yield* Effect.result(review.submit)
      expect(Result.isFailure(twice) ? twice.failure.reason : null).toMatchObject({
        _tag: "Duplicate",
        entry: entry.id,
      })
    }
    const last = yield* follow(opened, entry, before.nonce)
    if (last?._tag === "Dropped" || last?._tag === "Lost") {
      // The node was over its limit, and what it said was lost.
      expect(hasLimit).toBe(true)
      expect(fault).not.toBe(null)
      expect([yield* held, (yield* arrival) - arrived]).toEqual([units, 0n])
      return "dropped"
    }
    expect(last).toMatchObject({ _tag: "Confirmed" })
    expect((yield* nonce) - before.nonce).toBe(1n)
    expect(person.asked.length - before.asked).toBe(1)
    const gone = review.isLast && of === "native" ? review.amount : 0n
    const paid = units - gone - (yield* held)
    // A node over its limit may have left the fee untold, which is not a fee of zero.
    const told = last?._tag === "Confirmed" ? last.fee : null
    if (told !== null || !hasLimit) expect(told).toBe(paid)
    expect(paid).toBeGreaterThan(0n)
    expect(paid).toBeLessThanOrEqual(review.most)
    if (!review.isLast) continue
    const got = (yield* arrival) - arrived
    if (kind === "send") expect(got).toBe(review.amount)
    else expect(got).toBeGreaterThanOrEqual(review.minimum)
    if (drawn === "max" && of === "native") {
      const left = units - review.amount - review.most
      expect(left).toBeGreaterThanOrEqual(0n)
      // A swap's fee is estimated again for what then goes; where it grew, its maximum keeps up to an eighth of it.
      expect(left).toBeLessThanOrEqual(kind === "send" ? 0n : review.most / 8n)
    }
    if (of === "mUSDC") expect(yield* heldOf(tokens.mUSDC, payer)).toBe(whole - review.amount)
    return `${kind} ${of}`
  }
})

describe("payments and swaps in worlds of other hands", () => {
  const all = fc.sample(payments, worldCount * paymentsPerWorld)
  const drawnWorlds = fc.sample(worlds, worldCount)

  it(`settles each once, as it was reviewed: ${all.length} times`, { timeout: 10_800_000 }, async () => {
    const seen = new Map<string, number>()
    for (const [at, drawn] of drawnWorlds.entries()) {
      const scenario: ScenarioInput = { seed: `${at}`, chains: toTraits(drawn) }
      const handler = makeHandler({ scenario })
      const world = makeFaultyNetwork(handler, projectId)
      const program = Effect.gen(function* () {
        const opened = yield* openEvmWorld(drawn.network, world, projectId, drawn.second === null ? 1 : 2)
        for (const payment of all.slice(at * paymentsPerWorld, (at + 1) * paymentsPerWorld)) {
          const outcome = yield* play(opened, drawn, world, payment)
          seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
        }
      })
      await Effect.runPromise(
        Effect.scoped(world.inItsTime(program)).pipe(
          Effect.provideService(Fetch, world.fetch),
          Effect.provide(TestClock.layer()),
        ),
      ).catch((cause: unknown) => {
        throw new Error(`world ${at}: ${JSON.stringify(drawn)}`, { cause })
      })
      await handler.close()
    }
    for (const outcome of ["send native", "send mUSDC", "swap native", "swap mUSDC", "refused"])
      expect(seen.get(outcome)).toBeGreaterThan(0)
  })
})

const toTraits = ({ first, isLegacy, network, second, ...fees }: DrawnWorld) => ({
  ...fees,
  celo: true,
  nodes: [first, ...(second === null ? [] : [second])].map(({ client, limitEvery, ...node }) => ({
    ...node,
    isLegacy: isLegacy && network === mainnet,
    ...(client !== undefined && { client }),
    ...(limitEvery !== undefined && { limitEvery }),
  })),
})
