import { swapNetworks } from "@wmodal/api"
import { isSettled, type LedgerEntry } from "@wmodal/core/flows"
import { makeHandler, type ScenarioInput } from "@wmodal/mock-server"
import { Fetch, type Network } from "@wmodal/protocol"
import { base, mainnet, mantle } from "@wmodal/protocol/networks"
import { Effect, Result, Stream } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { openEvmWorld, payer, reviewPayment } from "./evmWorld.ts"
import { faults, makeFaultyNetwork } from "./faultyNetwork.ts"

/** The number of worlds, and of payments in each. */
const [worldCount, paymentsPerWorld] = process.env["WMODAL_SOAK"] === undefined ? [6, 5] : [100, 10]

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

const worlds = fc.record({
  network: fc.constantFrom(mainnet, base, mantle),
  routeGas: fc.integer({ min: 60_000, max: 600_000 }),
  rollup: fc.record({
    l1BaseFee: fc.integer({ min: 0, max: 100_000_000_000 }),
    operatorFeeScalar: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    operatorFeeConstant: fc.integer({ min: 0, max: 1_000_000_000_000_000 }),
  }),
  isLegacy: fc.boolean(),
  first: nodes,
  second: fc.option(nodes, { nil: null }),
})
type DrawnWorld = ReturnType<(typeof worlds)["generate"]>["value"]

const payments = fc.record({
  kind: fc.constantFrom("send", "swap"),
  of: fc.constantFrom("native", "mUSDC"),
  /** Millionths of a whole unit; the whole balance; or more than there is. */
  amount: fc.oneof(
    fc.integer({ min: 1, max: 900_000 }),
    fc.constant("max" as const),
    fc.constant("more" as const),
  ),
  balance: fc.integer({ min: 1_000_000, max: 5_000_000 }),
  to: fc.constantFrom(3, 4, 5).map((digit) => `0x${String(digit).repeat(40)}`),
  fault: fc.option(faults, { nil: null }),
  again: fc.boolean(),
})
type DrawnPayment = ReturnType<(typeof payments)["generate"]>["value"]

type OpenedWorld = Effect.Success<ReturnType<typeof openEvmWorld>>

const play = Effect.fnUntraced(function* (
  { hold, held, heldBy, heldOf, nonce, page, person }: OpenedWorld,
  network: Network,
  world: ReturnType<typeof makeFaultyNetwork>,
  { again, amount: drawn, balance, fault, kind: wanted, of, to }: DrawnPayment,
) {
  const kind = swapNetworks.includes(network.caipNetworkId) ? wanted : "send"
  const token = of === "native" ? network.nativeCurrency.symbol : tokens[of]
  const units = BigInt(balance) * 10n ** 12n
  yield* hold(units)
  const asked = person.asked.length
  const before = { nonce: yield* nonce, recipient: yield* of === "native" ? heldBy(to) : heldOf(tokens.mUSDC, to) }
  const own = of === "native" ? units : yield* heldOf(tokens.mUSDC, payer)
  const amount =
    drawn === "more" ? own + 1n : drawn === "max" ? drawn : (own * BigInt(drawn)) / 10_000_000n
  const reviewed = yield* Effect.result(reviewPayment(page, { kind, token, amount, to }))
  if (Result.isFailure(reviewed)) {
    const { failure } = reviewed
    // It has a name, and nothing was sent.
    expect(yield* nonce).toBe(before.nonce)
    expect(person.asked.length).toBe(asked)
    const reason = "reason" in failure ? failure.reason : failure
    return `${kind} ${drawn === "more" ? "more " : ""}refused: ${JSON.stringify(reason, (_, value) => (typeof value === "bigint" ? `${value}` : value))}`
  }
  expect(drawn).not.toBe("more")
  const review = reviewed.success
  if (amount !== "max") expect(review.amount).toBe(amount)
  if (fault !== null)
    yield* Effect.promise(() =>
      world.setFaults([{ match: { rpc: "eth_sendRawTransaction" }, fault, carriedOut: true }]),
    )
  const entry = yield* review.submit
  yield* Effect.promise(() => world.setFaults([]))
  if (again)
    expect(yield* Effect.result(review.submit)).toMatchObject({ failure: { reason: { _tag: "Duplicate" } } })
  const states: LedgerEntry["state"][] = []
  yield* Stream.runForEach(page.flows.ledger.follow(entry.id), ({ state }) =>
    Effect.sync(() => states.push(state)),
  )
  expect(states.filter(isSettled)).toHaveLength(1)
  const last = states.at(-1)
  expect(last).toMatchObject({ _tag: "Confirmed" })
  return `${kind} ${last?._tag}`
})

describe("payments and swaps in worlds of other hands", () => {
  it(`settles each once, as it was reviewed: ${worldCount * paymentsPerWorld} times`, {
    timeout: 3_600_000,
  }, async () => {
    for (const [at, drawn] of fc.sample(worlds, worldCount).entries()) {
      const scenario: ScenarioInput = { seed: `${at}`, chains: toTraits(drawn) }
      const handler = makeHandler({ scenario })
      const world = makeFaultyNetwork(handler, projectId)
      const program = Effect.gen(function* () {
        const opened = yield* openEvmWorld(drawn.network, world, projectId, drawn.second === null ? 1 : 2)
        for (const payment of fc.sample(payments, paymentsPerWorld))
          console.log(at, yield* play(opened, drawn.network, world, payment))
      })
      console.log(at, JSON.stringify(scenario), drawn.network.name)
      const done = await Effect.runPromise(
        Effect.exit(
          Effect.scoped(world.inItsTime(program)).pipe(
            Effect.provideService(Fetch, world.fetch),
            Effect.provide(TestClock.layer()),
          ),
        ),
      )
      if (done._tag === "Failure") console.log(at, "FAILED", String(done.cause).slice(0, 1500))
      await handler.close()
    }
  })
})

const toTraits = ({ first, isLegacy, network, rollup, routeGas, second }: DrawnWorld) => ({
  routeGas,
  rollup,
  nodes: [first, ...(second === null ? [] : [second])].map(({ client, limitEvery, ...node }) => ({
    ...node,
    isLegacy: isLegacy && network === mainnet,
    ...(client !== undefined && { client }),
    ...(limitEvery !== undefined && { limitEvery }),
  })),
})
