import { sanitizeLine } from "@wmodal/chains"
import { chainRules } from "@wmodal/chains/internal"
import type { Flows, Holding, SendReview, Swap, SwapOrder } from "@wmodal/core/flows"
import { findAddressNamespace, parseAmount, parsePaymentUri } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import { type CliError, guardError, usageError } from "../failure/CliError.ts"
import type { ItemError } from "../failure/exitName.ts"
import type { OpenOperation } from "../operations/openOperation.ts"
import type { TypedPayment, TypedSwap } from "../plan/CommandPlan.ts"
import { formatTokenAmount, toNativeToken } from "./paymentDocument.ts"

/**
 * The complete parameters of one payment, as typed; `amount` may be `max`. Amount and token are `null` where the payment
 * link in `to` carries them.
 */
export interface PaymentParams {
  readonly amount: string | null
  readonly token: string | null
  readonly to: string
}

/**
 * Returns the typed arguments without those that are missing and carried by a payment link. What is wrong with a link is
 * said when it is read, not by a prompt for its parts.
 */
export const omitCarried = (typed: TypedPayment): Readonly<Record<string, string | null>> => {
  const link = typed.to === null ? null : parsePaymentUri(typed.to.trim())
  if (link === null) return { ...typed }
  const isCarried = (name: "amount" | "token") =>
    typed[name] === null && (Result.isFailure(link) || link.success[name] !== undefined)
  const { amount, to, token } = typed
  return { ...(!isCarried("amount") && { amount }), ...(!isCarried("token") && { token }), to }
}

/** Returns the payment link as typed whose server chooses the transaction; `null` for every other recipient. */
export const findLinkServer = (typed: TypedPayment) => {
  const link = typed.to?.trim() ?? ""
  const parsed = parsePaymentUri(link)
  return parsed !== null && Result.isFailure(parsed) && parsed.failure._tag === "TransactionRequest"
    ? { typed, link, server: parsed.failure }
    : null
}

/** The complete parameters of one swap, as typed; `amount` may be `max`. */
export type SwapParams = Readonly<Record<keyof TypedSwap, string>>

/** Returns the parameters of a payment whose arguments are complete. */
export const toPaymentParams = (completed: Readonly<Record<string, string>>): PaymentParams => ({
  amount: completed["amount"] ?? null,
  token: completed["token"] ?? null,
  to: completed["to"] ?? "",
})

interface PreparingFlows extends Pick<Flows, "holdings" | "recipients"> {
  readonly send: Pick<Flows["send"], "prepare" | "readLink">
}

/** Reads token, recipient, balances, fee and simulation before the user is prompted. */
export const preparePayment = Effect.fnUntraced(function* (
  { holdings, recipients, send }: PreparingFlows,
  payment: PaymentParams,
): Effect.fn.Return<SendReview, ItemError> {
  const { amount, token } = payment
  const finding =
    token === null
      ? Effect.succeed(null)
      : requireToken(
          holdings.find(token),
          unknownTokenError(token, "No token found", "run wmodal balances to list your tokens."),
        )
  const [typed, to] = yield* Effect.all([finding, recipients.resolve(payment.to)], { concurrency: 2 })
  const linked = typed === null || amount === null ? yield* send.readLink(to) : null
  const holding = typed ?? linked?.holding ?? null
  if (holding === null) return yield* usageError("The payment link has no token.", linkExample)
  const units = amount === null ? (linked?.amount ?? null) : yield* parseTokenUnits(amount, holding)
  if (units === null) return yield* usageError("The payment link has no amount.", linkExample)
  return yield* send.prepare({ holding, amount: units, to })
})

const linkExample = "wmodal send <amount> <token> <link>"

/** Finds both tokens and parses the amount, before anything is requested from the exchange. */
export const toSwapOrder = Effect.fnUntraced(function* (
  swap: Pick<Swap, "find">,
  { amount, from, to }: SwapParams,
  slippage: number,
): Effect.fn.Return<SwapOrder, ItemError> {
  const find = (text: string) =>
    requireToken(
      swap.find(text),
      unknownTokenError(text, "No token found to swap", "choose another network."),
    )
  const [source, destination] = yield* Effect.all([find(from), find(to)], { concurrency: 2 })
  if (source.token.address === destination.token.address)
    return yield* usageError(`${source.token.symbol} cannot be swapped for itself.`)
  const units = yield* parseTokenUnits(amount, source)
  return { source: source.token, destination: destination.token, amount: units, slippage }
})

/** Returns the error of a token that was not found, by its symbol or by the address that was typed. */
const unknownTokenError = (typed: string, message: string, otherwise: string) => {
  const token = sanitizeLine(typed, 64)
  return findAddressNamespace(typed.trim()) === null
    ? usageError(`${message}: ${token}.`, `Pass its contract address, or ${otherwise}`)
    : usageError(
        `${message} at ${token}.`,
        `The contract does not say its decimals, or is no token on this network. Check the address, or ${otherwise}`,
      )
}

const requireToken = <A, E>(finding: Effect.Effect<A | null, E>, error: CliError) =>
  Effect.flatMap(finding, (found) => (found === null ? Effect.fail(error) : Effect.succeed(found)))

/** Parses a typed amount to base units; `max` stays. */
const parseTokenUnits = (
  text: string,
  { token }: Pick<Holding, "token">,
): Effect.Effect<bigint | "max", CliError> => {
  if (text === "max") return Effect.succeed(text)
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

interface RefreshDeps extends Pick<OpenOperation, "earlier" | "readUnsettled"> {
  readonly flows: { readonly send: Pick<Flows["send"], "prepare"> }
}

/**
 * Returns the review to use once this process holds the send lock. Another process may have spent the same UTXOs, and
 * one of two such payments would replace the other: UTXOs are selected again, for at most the shown fee.
 */
export const refreshReview = Effect.fnUntraced(function* (
  { earlier, flows: { send }, readUnsettled }: RefreshDeps,
  review: SendReview,
): Effect.fn.Return<SendReview, ItemError> {
  const { amount, fee, holding, network, to } = review
  if (!chainRules[network.chainNamespace].spendsUtxos) return review
  const hasNew = [...(yield* readUnsettled)].some((id) => !earlier.has(id))
  if (!hasNew) return review
  const now = yield* send.prepare({ holding, amount, to })
  if (now.fee.most <= fee.most) return now
  const most = formatTokenAmount(now.fee.most, toNativeToken(network))
  return yield* guardError(
    `Another payment has spent its UTXOs. With other UTXOs the fee is up to ${most}.`,
    "Nothing was sent. Run the same command to review it again.",
  )
})
