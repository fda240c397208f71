import {
  findBatchShortfall,
  isDuplicate,
  isSettled,
  type LedgerEntry,
  repeatWindowMs,
  SendError,
  type SendReview,
} from "@wmodal/core/flows"
import { toAddressKey } from "@wmodal/protocol"
import { type BatchError, lineError } from "../failure/BatchError.ts"
import { guardError, usageError } from "../failure/CliError.ts"
import type { ItemError } from "../failure/exitName.ts"
import type { BatchLine } from "./BatchLine.ts"
import { getHandle } from "./followEntry.ts"
import { isResultKnown } from "./isResultKnown.ts"
import { type AnyToken, formatTokenAmount, toNativeToken } from "./paymentDocument.ts"
import { describeDuplicate, makePaymentDuplicateCheck } from "./unsettledDuplicates.ts"

/** One prepared payment of a batch. */
export interface CheckedPayment {
  readonly line: BatchLine
  readonly review: SendReview
}

/** Returns the error of the first line that has one. */
export const findLineError = (
  checked: readonly CheckedPayment[],
  findError: (payment: CheckedPayment) => ItemError | null,
): BatchError | null => {
  for (const payment of checked) {
    const error = findError(payment)
    if (error !== null) return lineError(payment.line.line, error)
  }
  return null
}

/**
 * Finds a repeated payment, its memo and references included, most likely a line that was pasted twice. Intended repetitions can be summed up in one
 * line.
 */
const findRepeated = (checked: readonly CheckedPayment[]): BatchError | null => {
  const seen = new Map<string, number>()
  return findLineError(checked, ({ line, review: { amount, holding, to } }) => {
    const { memo = null, references = [] } = to.link ?? {}
    const notes = JSON.stringify([memo, references])
    const key = [holding.token.address ?? "native", amount, toAddressKey(to.address), notes].join(" ")
    const earlier = seen.get(key)
    seen.set(key, line.line)
    return earlier === undefined
      ? null
      : usageError(`Same payment as line ${earlier}.`, "If both are intended, combine them in one line.")
  })
}

/** Finds the first line for which the lines before it leave too little. */
const findOverspend = (checked: readonly CheckedPayment[]): BatchError | null => {
  const short = findBatchShortfall(checked.map(({ review }) => review))
  const line = short === null ? undefined : checked[short.at]
  return short === null || line === undefined
    ? null
    : lineError(line.line.line, new SendError({ reason: { _tag: "Insufficient", of: short.of } }))
}

/** Returns whether it was paid or may still be paid. */
export const wasPaid = ({ state }: LedgerEntry): boolean =>
  state._tag === "Confirmed" || state._tag === "Mined" || state._tag === "PartlyReverted" || !isSettled(state)

/** Returns whether it is unclear if it was paid: neither a wallet nor a node is known to have it now. */
export const isUnclear = ({ state }: LedgerEntry): boolean =>
  /^(?:Asked|Lost|Unanswered|Dropped|Mined|PartlyReverted)$/.test(state._tag)

/** Finds a payment that an earlier run made, unless `--confirm` names its hash. */
const findEarlierPayment = (
  checked: readonly CheckedPayment[],
  { confirm, entries, now }: Pick<ObjectionDeps, "entries" | "confirm" | "now">,
): BatchError | null =>
  findLineError(checked, ({ review }) => {
    const check = makePaymentDuplicateCheck(review)
    const same = entries.find(
      (entry) =>
        now - entry.at < repeatWindowMs &&
        wasPaid(entry) &&
        isDuplicate(entry, check.request) &&
        !confirm.includes(getHandle(entry)),
    )
    if (same === undefined) return null
    const handle = getHandle(same)
    const hint = isResultKnown(same)
      ? `Remove the line, or pay again with --confirm ${handle}`
      : `Check its status first: wmodal watch ${handle}${isSettled(same.state) ? `. To pay again: --confirm ${handle}` : ""}`
    return guardError(describeDuplicate(check, same), hint)
  })

interface ObjectionDeps {
  readonly entries: readonly LedgerEntry[]
  readonly confirm: readonly string[]
  readonly now: number
}

/** Returns the first objection to the batch, or `null`. */
export const findObjection = (checked: readonly CheckedPayment[], deps: ObjectionDeps): BatchError | null =>
  findRepeated(checked) ?? findOverspend(checked) ?? findEarlierPayment(checked, deps)

/** Returns the total of each token, and that of the fees. */
export const formatTotals = (checked: readonly CheckedPayment[]): readonly string[] => {
  const totals = new Map<string | null, { readonly token: AnyToken; readonly units: bigint }>()
  for (const { review } of checked) {
    const { token } = review.holding
    const units = (totals.get(token.address)?.units ?? 0n) + review.amount
    totals.set(token.address, { token, units })
  }
  const texts = Array.from(totals.values(), ({ token, units }) => formatTokenAmount(units, token))
  const [first] = checked
  if (first === undefined) return texts
  const fees = checked.reduce((sum, { review }) => sum + review.fee.expected, 0n)
  return [...texts, `about ${formatTokenAmount(fees, toNativeToken(first.review.network))} of fees`]
}
