import type { DappResponse, RequestWarning, WalletResponse } from "@wmodal/chains"
import { SubscriptionRef } from "@wmodal/protocol"
import { Deferred, Effect, Fiber } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { makeExplained, makeMessageQuestion, openPageWorld } from "../testing/pageRequests.ts"

const accounts = [
  "eip155:1:0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb",
  "eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
] as const

/** The dangers that need confirmation, by the dApp's request. */
const dangersByRequest: readonly (readonly RequestWarning[])[] = [
  [],
  [{ _tag: "Blind" }],
  [{ _tag: "OtherChain", said: "10" }, { _tag: "Untried" }],
]

const move = fc.oneof(
  { arbitrary: fc.record({ _tag: fc.constant("Ask"), danger: fc.nat(2) }), weight: 6 },
  // Any pending operation: a chain that reads, a wallet with a request.
  { arbitrary: fc.record({ _tag: fc.constant("Answer"), which: fc.nat(9) }), weight: 8 },
  {
    arbitrary: fc.record({
      _tag: fc.constant("Pass"),
      danger: fc.constantFrom("Blind" as const, "OtherChain" as const, "Untried" as const),
    }),
    weight: 6,
  },
  { arbitrary: fc.record({ _tag: fc.constant("Account"), at: fc.nat(1) }), weight: 1 },
  {
    arbitrary: fc.constantFrom(
      { _tag: "Proceed" } as const,
      { _tag: "Proceed" } as const,
      { _tag: "Proceed" } as const,
      { _tag: "Proceed" } as const,
      { _tag: "Decline" } as const,
      { _tag: "GoBack" } as const,
      { _tag: "CloseModal" } as const,
      { _tag: "OpenAccount" } as const,
    ),
    weight: 7,
  },
  { arbitrary: fc.constant({ _tag: "Settle" } as const), weight: 6 },
  { arbitrary: fc.constant({ _tag: "End" } as const), weight: 1 },
)

interface ModelRequest {
  readonly asked: readonly number[]
  /** Requests that the user approved, without an unconfirmed danger. */
  readonly agreed: ReadonlySet<number>
  /** Requests that settled with the wallet's own response. */
  readonly given: readonly number[]
}

const play = (moves: readonly (typeof move extends fc.Arbitrary<infer A> ? A : never)[]) =>
  Effect.gen(function* () {
    const open: Effect.Effect<unknown>[] = []
    const gated = <A>(value: A) =>
      Effect.suspend(() => {
        const gate = Deferred.makeUnsafe<A>()
        open.push(Deferred.succeed(gate, value))
        return Deferred.await(gate)
      })
    const world = yield* openPageWorld(({ request }) =>
      gated(
        makeExplained(
          ...(dangersByRequest[Number(request._tag === "Message" ? request.message.split(" ")[0] : 0)] ?? []),
        ),
      ),
    )
    const { requests, engine, wallet } = world
    const pages: Fiber.Fiber<DappResponse>[] = []
    const arrivals: Deferred.Deferred<void>[] = []
    const asked: number[] = []
    const agreed = new Set<number>()

    /** Checks that an approved request reached the wallet, or that its dApp received the reason. */
    const settle = Effect.gen(function* () {
      for (const number of agreed) {
        const [arrival, page] = [arrivals[number], pages[number]]
        if (arrival !== undefined && page !== undefined)
          yield* Effect.raceFirst(Deferred.await(arrival), Effect.asVoid(Fiber.await(page)))
      }
      yield* Effect.forEach(Array.from({ length: 20 }), () => Effect.yieldNow, { discard: true })
    })

    const proceed = Effect.suspend(() => {
      const state = SubscriptionRef.getUnsafe(requests.state)
      if (
        state._tag === "Reviewing" &&
        state.asked.request._tag === "Message" &&
        state.explained.dangers.every(({ _tag }) => state.passed.includes(_tag))
      )
        agreed.add(Number(state.asked.request.message.split(" ")[1]))
      return requests.approve
    })

    for (const step of moves) {
      switch (step._tag) {
        case "Ask": {
          const number = pages.length
          const arrival = Deferred.makeUnsafe<void>()
          arrivals.push(arrival)
          const reply: WalletResponse = {
            answer: { _tag: "Result", value: number },
            outcome: { _tag: "Signed" },
          }
          const page = yield* Effect.forkChild(
            requests.handle(
              makeMessageQuestion({
                request: { _tag: "Message", message: `${step.danger} ${number}` },
                ask: () => {
                  asked.push(number)
                  Deferred.doneUnsafe(arrival, Effect.void)
                  return Effect.runPromise(gated(reply))
                },
              }),
            ),
            { startImmediately: true },
          )
          pages.push(page)
          break
        }
        case "Answer":
          yield* open.splice(step.which % Math.max(1, open.length), 1)[0] ?? Effect.void
          break
        case "Pass":
          yield* requests.acknowledge(step.danger)
          break
        case "Account":
          wallet.say({ _tag: "AccountsChanged", accounts: [accounts[step.at === 0 ? 0 : 1]] })
          break
        case "Proceed":
          yield* proceed
          break
        case "Decline":
          yield* requests.reject
          break
        case "GoBack":
          yield* engine.router.goBack
          break
        case "CloseModal":
          yield* engine.router.close
          break
        case "OpenAccount":
          yield* engine.router.open({ _tag: "Account" })
          break
        case "End":
          yield* world.close
          break
        case "Settle":
          yield* settle
          break
      }
    }
    yield* settle
    yield* world.close
    const answers = yield* Effect.forEach(pages, (page) => Fiber.join(page))
    const seen: ModelRequest = {
      asked,
      agreed,
      given: answers.flatMap((answer, at) => (answer._tag === "Result" && answer.value === at ? [at] : [])),
    }
    expect(answers).toHaveLength(pages.length)
    for (const answer of answers) expect(["Result", "Rejected"]).toContain(answer._tag)
    return seen
  })

describe("requests in random interleavings", () => {
  it("responds to each request, and reaches the wallet once and only after full approval", async () => {
    let given = 0
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 20, maxLength: 60 }), async (moves) => {
        const seen = await Effect.runPromise(Effect.scoped(play(moves)))
        expect(new Set(seen.asked).size).toBe(seen.asked.length)
        for (const number of seen.asked) expect(seen.agreed.has(number)).toBe(true)
        for (const number of seen.given) expect(seen.asked).toContain(number)
        given += seen.given.length
      }),
    )
    // Without such a request the test is vacuous.
    expect(given).toBeGreaterThan(0)
  })
})
