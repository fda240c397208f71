import { printableLine } from "@wmodal/chains"
import type { Flows, Holding, SendReview } from "@wmodal/core/flows"
import { SendError } from "@wmodal/core/flows"
import { parseAmount } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import { usage } from "../failure/CliError.ts"
import type { Mishap } from "../failure/exitOf.ts"

/** One payment, whole. */
export interface WholePayment {
  readonly amount: string
  readonly token: string
  readonly to: string
}

/** What is read before anybody is asked: token, recipient, balances, fee, simulation. */
export const preparePayment = Effect.fnUntraced(function* (
  { holdings, recipients, send }: Pick<Flows, "holdings" | "recipients" | "send">,
  payment: WholePayment,
): Effect.fn.Return<SendReview, Mishap> {
  const [holding, to] = yield* Effect.all(
    [holdingOf(holdings, payment.token), recipients.resolve(payment.to)],
    {
      concurrency: 2,
    },
  )
  const amount = payment.amount === "max" ? payment.amount : yield* unitsIn(payment.amount, holding)
  const review = yield* send.prepare({ holding, amount, to })
  // What is certain to fail is not worth its fee.
  if (review.simulation._tag === "Reverts") {
    return yield* new SendError({ reason: { _tag: "Reverts", text: review.simulation.text } })
  }
  return review
})

const holdingOf = Effect.fnUntraced(function* (holdings: Flows["holdings"], text: string) {
  const found = yield* holdings.find(text)
  return (
    found ??
    (yield* usage(
      `There is no token ${printableLine(text, 64)} here.`,
      "Name it by its contract's address; wmodal balances lists yours.",
    ))
  )
})

/** Base units of what was typed. */
export const unitsIn = (text: string, { token }: Pick<Holding, "token">) => {
  const parsed = parseAmount(text, token.decimals)
  if (Result.isFailure(parsed)) {
    return Effect.fail(
      parsed.failure.reason._tag === "TooPrecise"
        ? usage(`${token.symbol} has ${token.decimals} decimals; ${text} has more.`)
        : usage(`${text} is no amount.`, "Write it as 1.5, or max."),
    )
  }
  return parsed.success > 0n ? Effect.succeed(parsed.success) : Effect.fail(usage("The amount is zero."))
}
