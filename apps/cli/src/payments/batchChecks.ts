import type { LedgerEntry, SendReview } from "@wmodal/core/flows"
import { isSettled, SendError } from "@wmodal/core/flows"
import {
  addDecimals,
  addressKey,
  type Decimal,
  formatAmount,
  isSameAddress,
  zeroDecimal,
} from "@wmodal/protocol"
import { type CliError, guard, usage } from "../failure/CliError.ts"
import type { Mishap } from "../failure/exitOf.ts"
import type { BatchLine } from "./BatchLine.ts"
import { handleOf } from "./follow.ts"
import { nativeOf } from "./payment.ts"

/** One payment of a batch, looked at. */
export interface Checked {
  readonly line: BatchLine
  readonly review: SendReview
}

/** What speaks against a batch, and at which line. */
interface Objection {
  readonly line: number
  readonly mishap: Mishap
}

const keyOf = ({ amount, holding, to }: SendReview): string =>
  [holding.token.address ?? "native", amount, addressKey(to.address)].join(" ")

/** Somebody may have pasted a line twice; who means it adds them up. */
const repeated = (checked: readonly Checked[]): Objection | null => {
  const seen = new Map<string, number>()
  for (const { line, review } of checked) {
    const earlier = seen.get(keyOf(review))
    if (earlier !== undefined) {
      return {
        line: line.line,
        mishap: usage(
          `It is the same payment as line ${earlier}.`,
          "If both are meant, add them up in one line.",
        ),
      }
    }
    seen.set(keyOf(review), line.line)
  }
  return null
}

/** Each line alone may be affordable and all of them not. Fees come out of the network's own currency. */
const tooMuch = (checked: readonly Checked[], native: bigint | null): Objection | null => {
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
        return { line: line.line, mishap: new SendError({ reason: { _tag: "Insufficient", of } }) }
      }
    }
  }
  return null
}

/** Milliseconds in which the same payment is taken for one that was made before: a batch that is run again. */
const recently = 3 * 24 * 60 * 60 * 1000

const wasPaid = ({ state }: LedgerEntry): boolean => state._tag === "Confirmed" || !isSettled(state)

/** The same amount of the same token, from the same account to the same address. */
export const isSamePayment = ({ account, subject }: LedgerEntry, review: SendReview): boolean =>
  account === review.account &&
  subject._tag === "Transfer" &&
  subject.token.address === review.holding.token.address &&
  subject.amount === review.amount &&
  isSameAddress(subject.to, review.to.address)

/** What an earlier run has paid is not paid again unless it is said: by its hash. */
const paidBefore = (
  checked: readonly Checked[],
  entries: readonly LedgerEntry[],
  { confirm, now }: { readonly confirm: readonly string[]; readonly now: number },
): Objection | null => {
  for (const { line, review } of checked) {
    const same = entries.find(
      (entry) =>
        now - entry.at < recently &&
        wasPaid(entry) &&
        isSamePayment(entry, review) &&
        !confirm.includes(handleOf(entry)),
    )
    if (same !== undefined) return { line: line.line, mishap: again(same, review) }
  }
  return null
}

export const wentBefore = (entry: LedgerEntry, { amount, holding: { token } }: SendReview): string =>
  `${formatAmount(amount, token.decimals)} ${token.symbol} went to the same address at ${new Date(entry.at).toISOString()}: ${handleOf(entry)}`

const again = (entry: LedgerEntry, review: SendReview): CliError =>
  guard(
    wentBefore(entry, review),
    isSettled(entry.state)
      ? `Take the line out, or pay it once more with --confirm ${handleOf(entry)}`
      : `Find out what became of it first: wmodal watch ${handleOf(entry)}`,
  )

export const totalWorth = (checked: readonly Checked[]): Decimal | null =>
  checked.reduce<Decimal | null>(
    (sum, { review: { fiat } }) => (sum === null || fiat === null ? null : addDecimals(sum, fiat)),
    zeroDecimal,
  )

/** The network's own currency as last read; `null` where nobody has. */
export const nativeBalance = (
  checked: readonly Checked[],
  held: readonly SendReview["holding"][],
): bigint | null =>
  [...held, ...checked.map(({ review }) => review.holding)].find(({ token }) => token.address === null)
    ?.balance ?? null

/** The first thing that speaks against the batch as a whole, `null` where nothing does. */
export const objectionTo = (
  checked: readonly Checked[],
  around: {
    readonly native: bigint | null
    readonly entries: readonly LedgerEntry[]
    readonly confirm: readonly string[]
    readonly now: number
  },
): Objection | null =>
  repeated(checked) ?? tooMuch(checked, around.native) ?? paidBefore(checked, around.entries, around)

export const totals = (checked: readonly Checked[]): readonly string[] => {
  const sums = new Map<string, { units: bigint; decimals: number; symbol: string }>()
  for (const { review } of checked) {
    const { address, decimals, symbol } = review.holding.token
    const key = address ?? "native"
    sums.set(key, { units: (sums.get(key)?.units ?? 0n) + review.amount, decimals, symbol })
  }
  const [first] = checked
  const native = first === undefined ? null : nativeOf(first.review.network)
  const fees = checked.reduce((sum, { review }) => sum + review.fee.expected, 0n)
  return [
    ...Array.from(
      sums.values(),
      ({ decimals, symbol, units }) => `${formatAmount(units, decimals)} ${symbol}`,
    ),
    ...(native === null ? [] : [`about ${formatAmount(fees, native.decimals)} ${native.symbol} of fees`]),
  ]
}
