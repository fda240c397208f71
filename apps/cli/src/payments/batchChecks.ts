import type { LedgerEntry, SendReview } from "@wmodal/core/flows"
import { isDuplicate, isSettled, SendError } from "@wmodal/core/flows"
import { addDecimals, type Decimal, formatAmount, toAddressKey, zeroDecimal } from "@wmodal/protocol"
import { type BatchError, lineError } from "../failure/BatchError.ts"
import { type CliError, guardError, usageError } from "../failure/CliError.ts"
import type { BatchLine } from "./BatchLine.ts"
import { getHandle } from "./followEntry.ts"
import { toNativeToken } from "./paymentDocument.ts"

/** One prepared payment of a batch. */
export interface CheckedPayment {
  readonly line: BatchLine
  readonly review: SendReview
}

const getPaymentKey = ({ amount, holding, to }: SendReview): string =>
  [holding.token.address ?? "native", amount, toAddressKey(to.address)].join(" ")

/**
 * Finds a repeated payment, most likely a line that was pasted twice. Intended repetitions can be summed up in one
 * line.
 */
const findRepeated = (checked: readonly CheckedPayment[]): BatchError | null => {
  const seen = new Map<string, number>()
  for (const { line, review } of checked) {
    const earlier = seen.get(getPaymentKey(review))
    if (earlier !== undefined)
      return lineError(
        line.line,
        usageError(`Same payment as line ${earlier}.`, "If both are intended, combine them in one line."),
      )
    seen.set(getPaymentKey(review), line.line)
  }
  return null
}

/** Finds the first line at which the total exceeds a balance. Fees are paid in the native currency. */
const findOverspend = (checked: readonly CheckedPayment[], native: bigint | null): BatchError | null => {
  const spent = new Map<string | null, bigint>()
  for (const { line, review } of checked) {
    const { address } = review.holding.token
    const costs = [
      [address, review.amount, address === null ? native : review.holding.balance],
      [null, review.fee.most, native],
    ] as const
    for (const [token, cost, has] of costs) {
      const sum = (spent.get(token) ?? 0n) + cost
      spent.set(token, sum)
      if (has !== null && sum > has) {
        const of = token === null ? "gas" : "token"
        return lineError(line.line, new SendError({ reason: { _tag: "Insufficient", of } }))
      }
    }
  }
  return null
}

/** The age in milliseconds up to which an equal earlier payment counts as a duplicate from a repeated run. */
const recentPaymentMs = 3 * 24 * 60 * 60 * 1000

const wasPaid = ({ state }: LedgerEntry): boolean => state._tag === "Confirmed" || !isSettled(state)

/** Returns whether amount, token, account and recipient are equal. */
export const isSamePayment = (
  entry: LedgerEntry,
  { account, amount, holding: { token }, to: { address, name } }: SendReview,
): boolean =>
  isDuplicate(entry, { account, subject: { _tag: "Transfer", token, amount, to: address, toName: name } })

/** Finds a payment that an earlier run made, unless `--confirm` names its hash. */
const findEarlierPayment = (
  checked: readonly CheckedPayment[],
  entries: readonly LedgerEntry[],
  { confirm, now }: { readonly confirm: readonly string[]; readonly now: number },
): BatchError | null => {
  for (const { line, review } of checked) {
    const same = entries.find(
      (entry) =>
        now - entry.at < recentPaymentMs &&
        wasPaid(entry) &&
        isSamePayment(entry, review) &&
        !confirm.includes(getHandle(entry)),
    )
    if (same !== undefined) return lineError(line.line, earlierPaymentError(same, review))
  }
  return null
}

export const describeEarlierPayment = (
  entry: LedgerEntry,
  { amount, holding: { token } }: SendReview,
): string =>
  `${formatAmount(amount, token.decimals)} ${token.symbol} were sent to the same address at ${new Date(entry.at).toISOString()}: ${getHandle(entry)}`

const earlierPaymentError = (entry: LedgerEntry, review: SendReview): CliError =>
  guardError(
    describeEarlierPayment(entry, review),
    isSettled(entry.state)
      ? `Remove the line, or pay again with --confirm ${getHandle(entry)}`
      : `Check its status first: wmodal watch ${getHandle(entry)}`,
  )

export const sumWorth = (checked: readonly CheckedPayment[]): Decimal | null =>
  checked.reduce<Decimal | null>(
    (sum, { review: { fiat } }) => (sum === null || fiat === null ? null : addDecimals(sum, fiat)),
    zeroDecimal,
  )

/** Returns the native balance that was last read, or `null` when it was not read. */
export const getNativeBalance = (
  checked: readonly CheckedPayment[],
  held: readonly SendReview["holding"][],
): bigint | null =>
  [...held, ...checked.map(({ review }) => review.holding)].find(({ token }) => token.address === null)
    ?.balance ?? null

/** Returns the first objection to the batch, or `null`. */
export const findObjection = (
  checked: readonly CheckedPayment[],
  deps: {
    readonly native: bigint | null
    readonly entries: readonly LedgerEntry[]
    readonly confirm: readonly string[]
    readonly now: number
  },
): BatchError | null =>
  findRepeated(checked) ??
  findOverspend(checked, deps.native) ??
  findEarlierPayment(checked, deps.entries, deps)

export const formatTotals = (checked: readonly CheckedPayment[]): readonly string[] => {
  const sums = new Map<string, { units: bigint; decimals: number; symbol: string }>()
  for (const { review } of checked) {
    const { address, decimals, symbol } = review.holding.token
    const key = address ?? "native"
    sums.set(key, { units: (sums.get(key)?.units ?? 0n) + review.amount, decimals, symbol })
  }
  const [first] = checked
  const native = first === undefined ? null : toNativeToken(first.review.network)
  const fees = checked.reduce((sum, { review }) => sum + review.fee.expected, 0n)
  return [
    ...Array.from(
      sums.values(),
      ({ decimals, symbol, units }) => `${formatAmount(units, decimals)} ${symbol}`,
    ),
    ...(native === null ? [] : [`about ${formatAmount(fees, native.decimals)} ${native.symbol} of fees`]),
  ]
}
