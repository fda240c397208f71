import { sanitizeLine } from "@wmodal/chains"
import { chainRules } from "@wmodal/chains/internal"
import type { Flows, Holding, SendReview } from "@wmodal/core/flows"
import { formatAmount, parseAmount } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import { guardError, usageError } from "../failure/CliError.ts"
import type { ItemError } from "../failure/exitName.ts"
import { toNativeToken } from "./paymentDocument.ts"

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
  return yield* send.prepare({ holding, amount, to })
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

/**
 * Returns the review to use once this process holds the send lock. Another process may have spent the same UTXOs, and one of two such payments would replace the other: UTXOs are selected again, for at most the shown fee.
 * @param open The ids of unsettled ledger entries before the review, and now.
 */
export const refreshReview = Effect.fnUntraced(function* (
  send: Pick<Flows["send"], "prepare">,
  review: SendReview,
  open: { readonly before: ReadonlySet<string>; readonly now: ReadonlySet<string> },
): Effect.fn.Return<SendReview, ItemError> {
  const { amount, fee, holding, network, to } = review
  const isNew = [...open.now].some((id) => !open.before.has(id))
  if (!chainRules[network.chainNamespace].spendsUtxos || !isNew) return review
  const now = yield* send.prepare({ holding, amount, to })
  if (now.fee.most <= fee.most) return now
  const { decimals, symbol } = toNativeToken(network)
  return yield* guardError(
    `Another payment has spent its UTXOs. With other UTXOs the fee is up to ${formatAmount(now.fee.most, decimals)} ${symbol}.`,
    "Nothing was sent. Run the same command to review it again.",
  )
})
