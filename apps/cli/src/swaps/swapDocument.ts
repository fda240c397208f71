import type { SwapReview, SwapWarning, SwapWorsening, Token } from "@wmodal/core/flows"
import { floorAmount, formatAmount } from "@wmodal/protocol"
import { guardError } from "../failure/CliError.ts"
import type { WarningPrompt, WarningText } from "../operations/confirmReview.ts"
import {
  type AnyToken,
  formatDecimal,
  sumDecimals,
  toExactAmount,
  toFeeDocument,
  toNativeToken,
} from "../payments/paymentDocument.ts"
import { toCallDocument } from "../signing/explanation.ts"

/** Formats an amount cut to six decimals, or with all decimals when six would show zero. */
export const formatShortAmount = (units: bigint, { decimals }: Pick<Token, "decimals">): string => {
  const short = floorAmount(units, decimals, 6)
  return short === "0" && units > 0n ? formatAmount(units, decimals) : short
}

/** Formats a short amount with its symbol. */
export const formatShortTokenAmount = (units: bigint, token: Omit<AnyToken, "address">): string =>
  `${formatShortAmount(units, token)} ${token.symbol}`

/** Returns the destination base units for one source token; `null` when it cannot be computed. */
const getRate = ({ quote: { amount, received, source } }: SwapReview): bigint | null =>
  amount === 0n ? null : (received * 10n ** BigInt(source.decimals)) / amount

export const formatRate = (review: SwapReview): string => {
  const { destination, source } = review.quote
  const rate = getRate(review)
  return rate === null ? "" : `1 ${source.symbol} = ${formatShortTokenAmount(rate, destination)}`
}

/** Returns the token of the review at an address; `null` for a token that is not part of the swap. */
export const findReviewToken = ({ network, quote }: SwapReview, address: string | null): AnyToken | null => {
  if (address === null) return toNativeToken(network)
  const isSame = (token: Token) => token.address?.toLowerCase() === address.toLowerCase()
  return [quote.source, quote.destination].find(isSame) ?? null
}

/** Returns the balance changes of all steps, without unchanged balances of watched tokens. */
export const getBalanceChanges = (review: SwapReview) =>
  review.trial._tag === "Simulated"
    ? review.trial.changes.filter(
        ({ after, before, token }) => after !== before || findReviewToken(review, token) !== null,
      )
    : null

/** Returns the fee of all remaining steps. Those of later steps are estimates. */
export const getFees = ({ steps }: SwapReview) => {
  const fees = steps.flatMap(({ fee }) => fee ?? [])
  const sum = (part: "expected" | "most") => fees.reduce((all, fee) => all + fee[part], 0n)
  return {
    expected: sum("expected"),
    /** `null` if another account pays. */
    most: fees.length < steps.length ? null : sum("most"),
    usd: sumDecimals(steps.flatMap(({ fee, feeFiat }) => (fee === null ? [] : [feeFiat]))),
  }
}

const pathNames = { Direct: "direct", TwoSteps: "twoSteps", Batch: "batch" } as const

/** Converts a swap review to a document with all facts that a signer needs. */
export const toSwapDocument = (review: SwapReview) => {
  const { network, path, quote, router } = review
  const { destination, source } = quote
  const fees = getFees(review)
  const rate = getRate(review)
  return {
    account: review.account,
    network: network.caipNetworkId,
    from: { ...toExactAmount(quote.amount, source), usd: formatDecimal(quote.amountFiat) },
    to: { ...toExactAmount(quote.received, destination), usd: formatDecimal(quote.receivedFiat) },
    minimum: toExactAmount(quote.minimum, destination),
    maximumSlippage: toExactAmount(quote.maximumSlippage, destination),
    rate: rate === null ? null : formatAmount(rate, destination.decimals),
    slippage: review.form.slippage,
    impact: quote.impact,
    providerFee: toExactAmount(quote.providerFee, source),
    fee: { ...toFeeDocument(fees, network), usd: formatDecimal(fees.usd) },
    router,
    path: pathNames[path._tag],
    steps: review.steps.map(({ call, explanation, fee, kind }) => ({
      kind,
      to: call.to,
      value: call.value,
      data: call.data,
      explanation: toCallDocument(explanation),
      fee: fee === null ? null : toFeeDocument(fee, network),
    })),
    trial: toTrialDocument(review),
    stops: review.stops.map((stop) => ({ type: stop._tag, confirm: describeSwapWarning(stop).value })),
    until: new Date(review.until).toISOString(),
  }
}

const toTrialDocument = (review: SwapReview) => {
  const changes = getBalanceChanges(review)
  if (changes === null) return { status: "unavailable" }
  return {
    status: "tried",
    changes: changes.map(({ after, before, token }) => {
      const known = findReviewToken(review, token)
      const difference =
        known === null ? { token, value: after - before } : toExactAmount(after - before, known)
      return { ...difference, before, after }
    }),
  }
}

/** Formats a percentage with one decimal, for display and `--confirm`. */
export const formatPercent = (percent: number): string => percent.toFixed(1)

/** Returns the texts of a warning. */
export const describeSwapWarning = (stop: SwapWarning): WarningText => {
  switch (stop._tag) {
    case "Impact":
      return stop.percent === null
        ? {
            title: "Price impact unknown",
            value: "unknown",
            details: "A price is missing or wrong. You could receive far less than you pay.",
          }
        : {
            title: `Price impact ${formatPercent(stop.percent)} %`,
            value: formatPercent(stop.percent),
            details: "You receive that much less value than you pay.",
          }
    case "SecondPrice":
      // A prefix, so that a price impact of the same percentage is confirmed by itself.
      return stop.percent === null
        ? {
            title: "No price from the second source",
            value: "price-unknown",
            details: "It has no price, or an implausible one. The exchange's own prices are not checked.",
          }
        : {
            title: `Second price source: ${formatPercent(stop.percent)} % less`,
            value: `price-${formatPercent(stop.percent)}`,
            details: "The minimum is worth that much less than you pay. The exchange may state wrong prices.",
          }
    case "Untried":
      return {
        title: "Not simulated",
        value: "untried",
        details: "No node could simulate it. Its effect is unknown.",
      }
    case "Router":
      return {
        title: `Blind signing: unknown router ${stop.router}`,
        value: "blind",
        details: "Only the exchange names this contract. It may act differently once it is sent.",
      }
  }
}

/** Returns the warnings that no `--confirm` names, as prompts. */
export const toSwapPrompts = (
  stops: readonly SwapWarning[],
  confirm: readonly string[],
): readonly WarningPrompt[] =>
  stops.flatMap((stop) => {
    const { title, value } = describeSwapWarning(stop)
    const matches = (text: string) => text.replace(/[\s%]/g, "").replace(",", ".").toLowerCase() === value
    return confirm.some(matches)
      ? []
      : {
          label: `Type ${value} to swap anyway:`,
          matches,
          error: guardError(`${title}.`, `To continue: --confirm ${value}`),
        }
  })

/** Describes why a new review is worse than the confirmed one. */
export const describeWorsening = (worse: SwapWorsening, { quote }: Pick<SwapReview, "quote">): string => {
  switch (worse._tag) {
    case "Router":
      return "A different contract would swap."
    case "Minimum": {
      const format = (units: bigint) => formatShortTokenAmount(units, quote.destination)
      return `The minimum is now ${format(quote.minimum)}, not ${format(worse.before)}.`
    }
    case "Stop":
      return `${describeSwapWarning(worse.stop).title}.`
    case "Steps":
      return "The steps have changed."
    case "Fee":
      return "The network fee has risen."
  }
}
