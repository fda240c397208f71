import { type FlowProblem, type Flows, SwapError, type SwapReview } from "@wmodal/core/flows"
import type { Exchanged } from "@wmodal/mock-server"
import { parseAmount } from "@wmodal/protocol"
import { Clock, Effect, Result, Stream } from "effect"
import type { StoryUser } from "./StoryUser.ts"

/** The default slippage in percent. */
const defaultSlippagePercent = 1

/** Plays a swap: reviews and confirms it, and repeats both after its approval is mined. */
export const playSwap = Effect.fnUntraced(function* (
  { ledger, swap }: Flows,
  person: StoryUser,
  wanted: Exchanged,
): Effect.fn.Return<void, FlowProblem | string> {
  const tokenOf = (symbol: string) =>
    Effect.flatMap(swap.find(symbol), (found) =>
      found === null ? Effect.fail(`${symbol} cannot be swapped`) : Effect.succeed(found.token),
    )
  const source = yield* tokenOf(wanted.from)
  const destination = yield* tokenOf(wanted.to)
  const amount = Result.getOrNull(parseAmount(wanted.amount, source.decimals))
  if (amount === null) return yield* new SwapError({ reason: { _tag: "InvalidAmount" } })
  for (const answer of wanted.answers) {
    const review = yield* swap.prepare({
      source,
      destination,
      amount,
      slippage: wanted.slippage ?? defaultSlippagePercent,
    })
    if (wanted.late) yield* awaitStaleReview(review)
    yield* person.setResponse(answer)
    const { id } = yield* swap.submit(review, wanted.pass ? review.stops.map(({ _tag }) => _tag) : [])
    if (review.path._tag === "Batch" || review.steps[0].kind === "swap") return
    yield* Stream.runDrain(ledger.follow(id))
  }
})

const awaitStaleReview = ({ until }: SwapReview) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.sleep(until - now + 1))
