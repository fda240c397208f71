import { sanitizeLine } from "@wmodal/chains"
import type { Flows, Holding, SendReview } from "@wmodal/core/flows"
import { SendError } from "@wmodal/core/flows"
import { parseAmount } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import { usageError } from "../failure/CliError.ts"
import type { ItemError } from "../failure/exitName.ts"

/** The complete parameters of one payment. */
export interface PaymentParams {
  readonly amount: string
  readonly token: string
  readonly to: string
}

/** Reads token, recipient, balances, fee and simulation before the user is prompted. */
export const preparePayment = Effect.fnUntraced(function* (
  { holdings, recipients, send }: Pick<Flows, "holdings" | "recipients" | "send">,
  payment: PaymentParams,
): Effect.fn.Return<SendReview, ItemError> {
  const [holding, to] = yield* Effect.all(
    [findHolding(holdings, payment.token), recipients.resolve(payment.to)],
    {
      concurrency: 2,
    },
  )
  const amount = payment.amount === "max" ? payment.amount : yield* parseTokenUnits(payment.amount, holding)
  const review = yield* send.prepare({ holding, amount, to })
  // A payment that is certain to fail would still cost its fee.
  if (review.simulation._tag === "Reverts") {
    return yield* new SendError({ reason: { _tag: "Reverts", text: review.simulation.text } })
  }
  return review
})

const findHolding = Effect.fnUntraced(function* (holdings: Flows["holdings"], text: string) {
  const found = yield* holdings.find(text)
  return (
    found ??
    (yield* usageError(
      `No token found: ${sanitizeLine(text, 64)}.`,
      "Pass its contract address, or run wmodal balances to list your tokens.",
    ))
  )
})

/** Parses a typed amount to base units. */
export const parseTokenUnits = (text: string, { token }: Pick<Holding, "token">) => {
  const parsed = parseAmount(text, token.decimals)
  if (Result.isFailure(parsed)) {
    return Effect.fail(
      parsed.failure.reason._tag === "TooPrecise"
        ? usageError(`${token.symbol} has ${token.decimals} decimals; ${text} has more.`)
        : usageError(`${text} is not a valid amount.`, "Use an amount such as 1.5, or max."),
    )
  }
  return parsed.success > 0n ? Effect.succeed(parsed.success) : Effect.fail(usageError("The amount is zero."))
}
