import type { Fee, FeePart } from "@wmodal/chains"
import type { SendReview } from "@wmodal/core/flows"
import { formatAmount, toPlainAddress } from "@wmodal/protocol"
import type { ReactElement } from "react"
import { formatTokenAmount, formatWorth, toLinkFields, toNativeToken } from "../payments/paymentDocument.ts"
import { getConfirmValue, getWorstWarnings } from "../payments/warnings.ts"
import { formatAddressGroups } from "../terminal/addressGroups.ts"
import { type Field, Panel } from "./Panel.tsx"
import { WarningBlock } from "./WarningBlock.tsx"

/** Returns the balances before and after, with the fee deducted if it is in the same currency. */
const toBalanceFields = (review: SendReview): readonly Field[] => {
  const { amount, fee, holding, network, simulation } = review
  const native = toNativeToken(network)
  const line = (token: string | null, before: bigint, after: bigint): Field => {
    const { decimals, symbol } = token === null ? native : holding.token
    const left = token === null ? after - fee.expected : after
    const about = token === null ? "about " : ""
    return {
      label: `Your ${symbol}`,
      text: `${formatAmount(before, decimals)} → ${about}${formatAmount(left < 0n ? 0n : left, decimals)}`,
    }
  }
  return simulation._tag === "Simulated"
    ? simulation.sender.map(({ after, before, token }) => line(token, before, after))
    : [line(holding.token.address, holding.balance, holding.balance - amount)]
}

/** Returns the received amount if the token deducts a part of the transfer. */
const toReceivedFields = ({ amount, holding, simulation, stops }: SendReview): readonly Field[] => {
  // Its warning says it.
  if (stops.some(({ _tag }) => _tag === "Undelivered")) return []
  const first = simulation._tag === "Simulated" ? simulation.recipient[0] : undefined
  if (first === undefined || first.after - first.before >= amount) return []
  const received = formatTokenAmount(first.after - first.before, holding.token)
  return [{ label: "Received", text: `! ${received}: the token takes a fee` }]
}

const describeFeePart = (part: FeePart, cost: (units: bigint) => string): string => {
  switch (part._tag) {
    case "Priority":
      return `including a priority fee of ${cost(part.amount)}`
    case "Rent":
      return `including a token account deposit of ${cost(part.amount)}`
    case "Rate":
      return `${part.perVbyte} sat/vB for ${part.vbytes} vB`
  }
}

/** Describes the parts of a fee. */
const describeFeeParts = (
  { parts = [] }: Pick<Fee, "parts">,
  cost: (units: bigint) => string,
): readonly string[] => parts.map((part) => describeFeePart(part, cost))

const makeCostFormatter = (network: SendReview["network"]) => {
  const native = toNativeToken(network)
  return (units: bigint) => formatTokenAmount(units, native)
}

/** Returns the account, the network and the fee of a review, for which the fee is paid at most. */
export const toCostFields = (
  { account, fee, feeFiat, network }: Pick<SendReview, "account" | "fee" | "feeFiat" | "network">,
  label: string,
  before: readonly Field[] = [],
): readonly Field[] => {
  const cost = makeCostFormatter(network)
  return [
    { label: "From", text: formatAddressGroups(toPlainAddress(account)) },
    { label: "Network", text: `${network.name} (${network.caipNetworkId})` },
    ...before,
    {
      label,
      text: [`${cost(fee.most)}${formatWorth(feeFiat)}`, ...describeFeeParts(fee, cost)].join("\n"),
    },
  ]
}

const recallableText = "! can take this token back from every account, also from the recipient's"

export const toReviewFields = (review: SendReview): readonly Field[] => {
  const { account, amount, fee, feeFiat, fiat, holding, network, to } = review
  const cost = makeCostFormatter(network)
  return [
    { label: "Amount", text: `${formatTokenAmount(amount, holding.token)}${formatWorth(fiat)}` },
    ...(holding.token.address === null
      ? []
      : [{ label: "Token", text: formatAddressGroups(holding.token.address) }]),
    { label: "To", text: `${to.name === null ? "" : `${to.name}\n`}${formatAddressGroups(to.address)}` },
    ...toLinkFields(to.link),
    { label: "From", text: formatAddressGroups(toPlainAddress(account)) },
    { label: "Network", text: `${network.name} (${network.caipNetworkId})` },
    {
      label: "Fee",
      text: [
        `about ${cost(fee.expected)}${formatWorth(feeFiat)}`,
        ...describeFeeParts(fee, cost),
        ...(fee.most === fee.expected ? [] : [`at most ${cost(fee.most)}`]),
      ].join("\n"),
    },
    ...toBalanceFields(review),
    ...toReceivedFields(review),
    ...(review.isRecallable === true ? [{ label: "Issuer", text: recallableText }] : []),
  ]
}

/** The facts that a user needs before a payment. */
export const PaymentReview = ({
  review,
  title,
  columns,
}: {
  readonly review: SendReview
  readonly title: string
  readonly columns: number
}): ReactElement => {
  const stops = getWorstWarnings(review.stops)
  return (
    <Panel
      title={title}
      mark={stops.length === 0 ? "?" : "!"}
      tone={stops.length === 0 ? "cyan" : "yellow"}
      columns={columns}
      fields={toReviewFields(review)}
    >
      {stops.map((stop) => (
        <WarningBlock key={getConfirmValue(stop)} stop={stop} review={review} />
      ))}
    </Panel>
  )
}

/** Renders the review once, without prompts. */
export const renderPaymentReview =
  (review: SendReview, title: string) =>
  (columns: number): ReactElement => <PaymentReview review={review} title={title} columns={columns} />
