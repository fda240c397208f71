import { ConnectorError, type SendOutcome } from "@wmodal/chains"
import { mainnet } from "@wmodal/protocol/networks"
import { Clock, Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { RequestedAction } from "../ledger/Ledger.ts"
import { parseAmountInput } from "../send/amountInput.ts"
import {
  getRate,
  noResponseError,
  payerAddress,
  router,
  startSwap,
  toTokenCaip,
} from "../testing/swapFixture.ts"
import type { SwapState } from "./Swap.ts"
import { getMinimumReceived } from "./toSwapQuote.ts"

const symbols = ["ETH", "USDC", "DAI"] as const
const others = [payerAddress, "0x00000000000000000000000000000000000000b2"] as const

/** Percent of the fair rate. */
const markets = [90n, 99n, 100n, 104n] as const

const move = fc.oneof(
  {
    arbitrary: fc.record({
      _tag: fc.constant("Amount"),
      text: fc.constantFrom("", "1", "0.5", "0.50", "12", "900", "2000", "0."),
    }),
    weight: 5,
  },
  {
    arbitrary: fc.record({ _tag: fc.constantFrom("Source", "Destination"), at: fc.nat(2) }),
    weight: 3,
  },
  { arbitrary: fc.record({ _tag: fc.constant("Slippage"), percent: fc.constantFrom(0.5, 1, 3) }), weight: 1 },
  {
    arbitrary: fc.record({
      _tag: fc.constant("Wait"),
      milliseconds: fc.constantFrom(1, 199, 200, 2_000, 10_000, 15_000),
    }),
    weight: 6,
  },
  // Any query so far, including aborted ones.
  {
    arbitrary: fc.record({ _tag: fc.constant("Answer"), which: fc.nat(30), well: fc.boolean() }),
    weight: 6,
  },
  { arbitrary: fc.record({ _tag: fc.constant("AnswerAll"), well: fc.constant(true) }), weight: 3 },
  { arbitrary: fc.record({ _tag: fc.constant("Payer"), at: fc.nat(1) }), weight: 1 },
  {
    arbitrary: fc.constantFrom(
      { _tag: "Switch" } as const,
      { _tag: "Max" } as const,
      { _tag: "Back" } as const,
      { _tag: "Begin" } as const,
      { _tag: "Look" } as const,
      { _tag: "Close" } as const,
      { _tag: "Disconnect" } as const,
    ),
    weight: 3,
  },
  {
    arbitrary: fc.constantFrom(
      { _tag: "Review" } as const,
      { _tag: "Confirm" } as const,
      { _tag: "Allow" } as const,
    ),
    weight: 6,
  },
  { arbitrary: fc.record({ _tag: fc.constant("Market"), percent: fc.constantFrom(...markets) }), weight: 3 },
  { arbitrary: fc.constant({ _tag: "Accept" } as const), weight: 2 },
)
type SwapCommand = typeof move extends fc.Arbitrary<infer A> ? A : never

const answerAll = { _tag: "AnswerAll", well: true } as const
/** A complete form with a quote and a review, which random commands would seldom reach. */
const quoted: readonly SwapCommand[] = [
  { _tag: "Source", at: 1 },
  { _tag: "Destination", at: 2 },
  { _tag: "Amount", text: "12" },
  { _tag: "Wait", milliseconds: 200 },
  answerAll,
]
const reviewed: readonly SwapCommand[] = [{ _tag: "Review" }, answerAll, answerAll, answerAll]
const stretch: fc.Arbitrary<readonly SwapCommand[]> = fc.oneof(
  { arbitrary: fc.array(move, { minLength: 1, maxLength: 6 }), weight: 6 },
  { arbitrary: fc.constant(quoted), weight: 2 },
  { arbitrary: fc.constant(reviewed), weight: 2 },
  { arbitrary: fc.constant([...quoted, ...reviewed]), weight: 2 },
  { arbitrary: fc.constant([...reviewed, { _tag: "Confirm" } as const, answerAll]), weight: 1 },
  { arbitrary: fc.constant([{ _tag: "Begin" }, { _tag: "Allow" }] as const), weight: 1 },
)

/** A query with a response under the test's control: correct, or a failure. */
interface OpenSwapQuery {
  readonly answer: (well: boolean) => Effect.Effect<unknown>
}

const playing = (moves: readonly SwapCommand[], seen: Set<string>) =>
  Effect.gen(function* () {
    const wrong: string[] = []
    const same: ReportDifference = (what, is, due) => {
      if (fc.stringify(is) !== fc.stringify(due))
        wrong.push(`${what}: ${fc.stringify(is)}, not ${fc.stringify(due)}`)
    }
    const open: OpenSwapQuery[] = []
    const gated = <A, E>(right: Effect.Effect<A, E>, wrong: Effect.Effect<A, E>) =>
      Effect.suspend(() => {
        const gate = Deferred.makeUnsafe<boolean>()
        open.push({ answer: (well) => Deferred.succeed(gate, well) })
        return Effect.flatMap(Deferred.await(gate), (well) => (well ? right : wrong))
      })
    let confirms = 0
    let payer: string = payerAddress
    let hashes = 0
    let market = 100n
    /** The lowest minimum that was shown, and may have been approved. */
    let least: bigint | null = null
    let questions = 0
    const form = yield* startSwap({
      spendable: () => 10n ** 30n,
      convert: {
        quotes: ({ from, to, amount }) =>
          gated(
            Effect.succeed([
              {
                id: null,
                fromAmount: `${amount}`,
                fromAccount: from,
                toAmount: `${atMarket(getRate(from, to, amount), market)}`,
                toAccount: to,
              },
            ]),
            Effect.fail(noResponseError),
          ),
        buildTransaction: ({ from, to, amount, user }) =>
          gated(
            Effect.succeed({
              from: user,
              to: `eip155:1:${router}`,
              data: `${from} ${to} ${amount}`,
              amount: `${amount}`,
              eip155: { gas: "1", gasPrice: "1" },
            }),
            Effect.fail(noResponseError),
          ),
      },
      tryOut: () => gated(Effect.succeed({ _tag: "Unavailable" }), Effect.die("broken")),
      calls: {
        sendTransaction: ({ transaction }) =>
          Effect.gen(function* () {
            questions++
            const now = form.state()
            // After going back, every request still matches something that was shown.
            if (now._tag === "Asking") {
              same("agreed", least === null || now.review.quote.minimum >= least, true)
              same("transaction", transaction, now.review.steps[0].transaction)
              same("age when asked", now.review.until > (yield* Clock.currentTimeMillis), true)
            }
            const sent: SendOutcome = { _tag: "Sent", hash: `0x${`${++hashes}`.padStart(64, "0")}` }
            return yield* gated(Effect.succeed(sent), Effect.succeed(declined))
          }),
      },
    })
    const { allow, connect, disconnect, swap, token } = form
    const apart = (effect: Effect.Effect<unknown>) =>
      Effect.asVoid(Effect.forkChild(effect, { startImmediately: true }))
    let watcher: Fiber.Fiber<unknown> | null = null
    const close = Effect.suspend(() => {
      const before = watcher
      watcher = null
      return before === null ? Effect.void : Fiber.interrupt(before)
    })

    const play = (step: SwapCommand): Effect.Effect<unknown> => {
      switch (step._tag) {
        case "Amount":
          return swap.typeAmount(step.text)
        case "Source":
        case "Destination":
          return Effect.suspend(() => {
            const chosen = token(symbols[step.at] ?? "ETH")
            return step._tag === "Source" ? swap.chooseSource(chosen) : swap.chooseDestination(chosen)
          })
        case "Slippage":
          return swap.setSlippage(step.percent)
        case "Wait":
          return TestClock.adjust(step.milliseconds)
        case "Answer":
          return open[step.which % Math.max(1, open.length)]?.answer(step.well) ?? Effect.void
        case "AnswerAll":
          return Effect.forEach(open, ({ answer }) => answer(step.well))
        case "Payer":
          payer = others[step.at] ?? payer
          return connect(payer, mainnet)
        case "Switch":
          return swap.switchSides
        case "Max":
          return swap.useMax
        case "Back":
          return swap.back
        case "Begin":
          return apart(swap.begin)
        case "Look":
          return Effect.gen(function* () {
            yield* close
            watcher = yield* Effect.forkChild(swap.watch, { startImmediately: true })
          })
        case "Close":
          return close
        case "Disconnect":
          return disconnect
        case "Review":
          return apart(swap.review)
        case "Confirm":
          return Effect.suspend(() => {
            if (form.state()._tag === "Reviewing") confirms++
            return Effect.andThen(swap.acknowledge("Untried"), apart(swap.confirm))
          })
        case "Market":
          return Effect.sync(() => {
            market = step.percent
          })
        case "Accept":
          return Effect.suspend(() => {
            const now = form.state()
            if (now._tag !== "Reviewing") return Effect.void
            least = now.review.quote.minimum
            return swap.accept(now.review)
          })
        case "Allow":
          return Effect.sync(() => allow(10n ** 30n))
      }
    }
    yield* swap.begin
    for (const step of moves) {
      // Only listed tokens can be selected.
      if (/Source|Destination/.test(step._tag) && !/Editing|Reviewing/.test(form.state()._tag)) continue
      yield* play(step)
      yield* TestClock.adjust(0)
      seen.add(form.state()._tag)
      look(form.state(), yield* Clock.currentTimeMillis, same)
      const shown = form.state()
      if (shown._tag === "Editing") least = null
      // A review that is not worse becomes the basis of the approval, and earlier ones still count.
      if (shown._tag === "Reviewing") {
        const { minimum } = shown.review.quote
        same("worse", shown.worse === null, least === null || minimum >= least)
        if (shown.worse !== null) seen.add("Worse")
        else least = minimum
      }
      if (shown._tag === "Reviewing") same("account", shown.review.account, `eip155:1:${payer}`)
      same("questions", questions <= confirms, true)
      // The same swap is not requested again while it is unsettled.
      const unsettled = form
        .entries()
        .filter(({ state }) => /^(Asked|Sent|Lost|Dropped)$/.test(state._tag))
        .map(({ account, subject }) => `${account} ${getActionName(subject)}`)
      same("unsettled", unsettled, [...new Set(unsettled)])
    }
    return wrong
  })

const declined: SendOutcome = {
  _tag: "NotSent",
  error: new ConnectorError({ connectorId: "io.scripted", reason: { _tag: "Declined" } }),
}

const atMarket = (amount: bigint, percent: bigint): bigint => (amount * percent) / 100n

const getActionName = (subject: RequestedAction): string => {
  if (subject._tag === "Approval") return `${subject.token.symbol} ${subject.amount}`
  if (subject._tag !== "Swap") throw new Error(subject._tag)
  return `${subject.source.symbol} ${subject.destination.symbol} ${subject.amount}`
}

type ReportDifference = (what: string, is: unknown, due: unknown) => void

/** Checks that the shown amount, pair and slippage agree, and that a stale state is not used. */
const look = (state: SwapState, now: number, same: ReportDifference) => {
  if (state._tag === "Reviewing" || state._tag === "Asking" || state._tag === "Approving") {
    const { form, review } = state
    belongs(form, review.quote, same)
    const { amount, destination, source } = review.quote
    same(
      "call",
      review.steps.at(-1)?.call.data,
      `${toTokenCaip(source)} ${toTokenCaip(destination)} ${amount}`,
    )
    same("slippage", review.form.slippage, form.slippage)
  }
  if (state._tag === "Reviewing" && !state.confirming)
    same("age of a review", state.stale, now >= state.review.until)
  if (state._tag !== "Editing") return
  const { error, form, preparing, quote, ready } = state
  if (quote._tag === "Quoted") {
    belongs(form, quote.quote, same)
    same("age of a quote", quote.stale, now >= quote.quote.at + 15_000)
  }
  const stale = quote._tag === "Quoted" && quote.stale
  if (ready) same("ready", [quote._tag, error, preparing, stale], ["Quoted", null, false, false])
}

const belongs = (
  form: Extract<SwapState, { readonly _tag: "Editing" }>["form"],
  quote: Extract<SwapState, { readonly _tag: "Reviewing" }>["review"]["quote"],
  same: ReportDifference,
) => {
  const { amount, destination, slippage, source } = form
  if (source === null || destination === null) return same("a quote", quote, null)
  const { received } = quote
  const fair = getRate(toTokenCaip(source.token), toTokenCaip(destination.token), quote.amount)
  same(
    "quote",
    [quote.source.symbol, quote.destination.symbol, quote.amount, quote.received, quote.minimum],
    [
      source.token.symbol,
      destination.token.symbol,
      parseAmountInput(amount, "token", { token: source.token, price: null }),
      markets.map((percent) => atMarket(fair, percent)).includes(received) ? received : fair,
      getMinimumReceived(received, slippage),
    ],
  )
}

describe("random edits, confirmations and responses", () => {
  it("shows only quotes of the current amount and pair, and never uses a stale one", async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.array(stretch, { minLength: 3, maxLength: 9 }), async (stretches) => {
        const played = playing(stretches.flat(), seen).pipe(Effect.scoped, Effect.provide(TestClock.layer()))
        expect(await Effect.runPromise(played)).toEqual([])
      }),
    )
    // Without these the test is vacuous.
    const all = ["Approving", "Asking", "Editing", "Left", "Reviewing", "Unsupported", "Worse"]
    expect(all.filter((tag) => !seen.has(tag))).toEqual([])
  })
})
