import type { Connector } from "@wmodal/chains"
import { isSettled, type LedgerEntry } from "@wmodal/core/flows"
import type { ScriptedApprover } from "@wmodal/dev-wallet"
import type { FaultRule } from "@wmodal/mock-server"
import { Data, Effect, Result, Stream } from "effect"
import fc from "fast-check"
import { expect } from "vitest"
import type { Settings } from "../settings/Settings.ts"
import { makeBrowser } from "../story/Page.ts"
import type { WalletPlan } from "./changingWallet.ts"
import { faults, type makeFaultyNetwork } from "./faultyNetwork.ts"

/** The number of worlds of a run; each has `paymentsPerWorld` payments. */
export const worldCount = process.env["WMODAL_SOAK"] === undefined ? 6 : 200
export const paymentsPerWorld = 5

const paymentArbitrary = fc.record({
  /** Thousandths of what is held, or more than that. */
  amount: fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 1, max: 200 }) },
    { weight: 1, arbitrary: fc.constant("more" as const) },
  ),
  /** Which recipient. */
  to: fc.nat({ max: 2 }),
  fault: fc.option(faults, { nil: null }),
  signsOnly: fc.boolean(),
  again: fc.boolean(),
})
type DrawnPayment = Omit<ReturnType<(typeof paymentArbitrary)["generate"]>["value"], "amount"> & {
  readonly amount: number | "more" | "max"
}

/** Draws the payments of each world. The last one of a world is of all that is left. */
export const drawPayments = (): readonly (readonly DrawnPayment[])[] => {
  const all = fc.sample(paymentArbitrary, worldCount * paymentsPerWorld)
  return Array.from({ length: worldCount }, (_, at) =>
    all
      .slice(at * paymentsPerWorld, (at + 1) * paymentsPerWorld)
      .map((one, place) => (place === paymentsPerWorld - 1 ? { ...one, amount: "max" as const } : one)),
  )
}

/** The wallet, network and accounts of a world on one chain. */
interface PaymentCast {
  readonly world: ReturnType<typeof makeFaultyNetwork>
  readonly settings: Settings
  readonly person: ScriptedApprover
  readonly connector: (now: () => WalletPlan | null) => Connector
  readonly symbol: string
  readonly payer: string
  readonly recipients: readonly string[]
  readonly heldBy: (address: string) => Effect.Effect<bigint>
  readonly broadcast: Partial<FaultRule["match"]>
  /** The greatest rest that a payment of everything may leave. Base units. */
  readonly dust: bigint
  /** Whether its node may refuse a payment as over its limit. */
  readonly isLimited: boolean
  /** The smallest amount of a payment. */
  readonly least: bigint
}

/** States of a payment that may not have reached a node. */
const neverTakenPattern = /^(?:Dropped|Lost|Unanswered)$/

/** Ends the wait for a payment that no node has taken. */
class NeverTaken extends Data.TaggedError("NeverTaken") {}

/**
 * Makes payments, and checks each: what was reviewed is what arrives and what is debited, once; a refusal has its
 * reason. @returns the outcomes
 */
export const playPayments = Effect.fnUntraced(function* (
  cast: PaymentCast,
  payments: readonly DrawnPayment[],
) {
  const { dust, heldBy, least, payer, person, recipients, symbol, world } = cast
  let now: WalletPlan | null = null
  const page = yield* makeBrowser(cast.settings, () => [cast.connector(() => now)]).open
  const { id, namespace } = cast.connector(() => now)
  yield* page.engine.connection.connectAndWait(id, namespace)
  const { holdings, ledger, recipients: book, send } = page.flows
  const outcomes: string[] = []

  for (const { again, amount: drawn, fault, signsOnly, to: which } of payments) {
    const recipient = recipients[which] ?? payer
    const [held, arrived] = [yield* heldBy(payer), yield* heldBy(recipient)]
    const part = typeof drawn === "number" ? (held * BigInt(drawn)) / 1_000n + least : held + 1n
    const amount = drawn === "max" ? drawn : part
    const holding = yield* holdings.find(symbol)
    if (holding === null) throw new Error(`no ${symbol}`)
    const to = yield* book.resolve(recipient)
    const asked = person.asked.length
    const reviewed = yield* Effect.result(send.prepare({ holding, amount, to }))
    if (Result.isFailure(reviewed)) {
      expect(reviewed.failure).toMatchObject({ reason: { _tag: "Insufficient", of: "token" } })
      expect([drawn, person.asked.length - asked]).toEqual(["more", 0])
      outcomes.push("refused")
      continue
    }
    expect(drawn).not.toBe("more")
    const review = reviewed.success
    if (amount !== "max") expect(review.amount).toBe(amount)
    const passed = review.stops.map(({ _tag }) => _tag)
    now = { signsOnly, isMute: false }
    if (fault !== null)
      yield* Effect.promise(() => world.setFaults([{ match: cast.broadcast, fault, carriedOut: true }]))
    const submitted = yield* Effect.result(send.submit(review, passed))
    yield* Effect.promise(() => world.setFaults([]))
    now = null
    if (Result.isFailure(submitted)) {
      // The node was over its limit, and said so.
      expect([cast.isLimited, submitted.failure.reason._tag]).toEqual([true, "Problem"])
      expect(yield* heldBy(payer)).toBe(held)
      outcomes.push("unsent")
      continue
    }
    const entry = submitted.success
    if (again) {
      const twice = yield* Effect.result(send.submit(review, passed))
      expect(Result.isFailure(twice) ? twice.failure.reason : null).toMatchObject({
        _tag: "Duplicate",
        entry: entry.id,
      })
    }
    const states: LedgerEntry["state"][] = []
    yield* Stream.runForEach(ledger.follow(entry.id), ({ state }) =>
      Effect.gen(function* () {
        states.push(state)
        if (neverTakenPattern.test(state._tag) && (yield* heldBy(recipient)) === arrived)
          yield* new NeverTaken()
      }),
    ).pipe(
      Effect.catchTag("NeverTaken", () => Effect.void),
      Effect.timeout("1 hour"),
    )
    expect(
      new Set(states.flatMap((state) => ("hash" in state ? [state.hash] : []))).size,
    ).toBeLessThanOrEqual(1)
    const last = states.at(-1)
    if (last !== undefined && neverTakenPattern.test(last._tag)) {
      // The node was over its limit.
      expect(cast.isLimited).toBe(true)
      expect(yield* heldBy(payer)).toBe(held)
      outcomes.push("dropped")
      continue
    }
    expect(states.filter(isSettled)).toHaveLength(1)
    expect(last).toMatchObject({ _tag: "Confirmed" })
    expect(person.asked.length - asked).toBe(1)
    expect((yield* heldBy(recipient)) - arrived).toBe(review.amount)
    const left = yield* heldBy(payer)
    const paid = held - left - review.amount
    expect(last).toMatchObject({ fee: paid })
    expect(paid).toBeGreaterThan(0n)
    expect(paid).toBeLessThanOrEqual(review.fee.most)
    if (drawn === "max") expect(left).toBeLessThanOrEqual(dust)
    outcomes.push(drawn === "max" ? "max" : "sent")
  }
  yield* page.close
  return outcomes
})
