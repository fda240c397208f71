import type { Fee, FeePart } from "@wmodal/chains"
import type { SendReview } from "@wmodal/core/flows"
import { formatAmount } from "@wmodal/protocol"
import type { ReactElement } from "react"
import { nativeOf, usdText } from "../payments/payment.ts"
import { worst } from "../payments/stops.ts"
import { grouped } from "../terminal/grouped.ts"
import { type Field, Panel } from "./Panel.tsx"
import { StopBlock } from "./StopBlock.tsx"

const worth = (text: string): string => (text === "" ? "" : ` (${text})`)

/** What the account holds before and after, the fee taken off where it is of the same money. */
const changes = (review: SendReview): readonly Field[] => {
  const { amount, fee, holding, network, simulation } = review
  const native = nativeOf(network)
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

/** A token may keep a part of what is sent. */
const received = ({ amount, holding, simulation }: SendReview): readonly Field[] => {
  const first = simulation._tag === "Simulated" ? simulation.recipient[0] : undefined
  if (first === undefined || first.after - first.before >= amount) return []
  const { decimals, symbol } = holding.token
  return [
    {
      label: "They get",
      text: `! ${formatAmount(first.after - first.before, decimals)} ${symbol}: the token keeps the rest`,
    },
  ]
}

const simulated = ({ simulation }: SendReview): readonly Field[] =>
  simulation._tag === "Simulated"
    ? []
    : [{ label: "Simulation", text: "! simulation unavailable: not tried out" }]

const partWords = (part: FeePart, cost: (units: bigint) => string): string => {
  switch (part._tag) {
    case "Priority":
      return `${cost(part.amount)} of it to come first`
    case "Rent":
      return `${cost(part.amount)} of it opens their token account and stays there`
    case "Rate":
      return `${part.perVbyte} sat/vB for ${part.vbytes} vB`
  }
}

/** What a fee is made of, in words. */
export const feeParts = (
  { parts = [] }: Pick<Fee, "parts">,
  cost: (units: bigint) => string,
): readonly string[] => parts.map((part) => partWords(part, cost))

export const reviewFields = (review: SendReview): readonly Field[] => {
  const { account, amount, fee, feeFiat, fiat, holding, network, to } = review
  const native = nativeOf(network)
  const cost = (units: bigint) => `${formatAmount(units, native.decimals)} ${native.symbol}`
  return [
    {
      label: "Amount",
      text: `${formatAmount(amount, holding.token.decimals)} ${holding.token.symbol}${worth(usdText(fiat))}`,
    },
    ...(holding.token.address === null ? [] : [{ label: "Token", text: grouped(holding.token.address) }]),
    { label: "To", text: `${to.name === null ? "" : `${to.name}\n`}${grouped(to.address)}` },
    { label: "From", text: grouped(account.slice(account.lastIndexOf(":") + 1)) },
    { label: "Network", text: `${network.name} (${network.caipNetworkId})` },
    {
      label: "Fee",
      text: [
        `about ${cost(fee.expected)}${worth(usdText(feeFiat))}`,
        ...feeParts(fee, cost),
        ...(fee.most === fee.expected ? [] : [`at most ${cost(fee.most)}`]),
      ].join("\n"),
    },
    ...changes(review),
    ...received(review),
    ...simulated(review),
  ]
}

/** Everything that a person needs to know before they pay. */
export const PaymentReview = ({
  review,
  title,
  columns,
}: {
  readonly review: SendReview
  readonly title: string
  readonly columns: number
}): ReactElement => {
  const stops = worst(review.stops)
  return (
    <Panel
      title={title}
      mark={stops.length === 0 ? "?" : "!"}
      tone={stops.length === 0 ? "cyan" : "yellow"}
      columns={columns}
      fields={reviewFields(review)}
    >
      {stops.map((stop) => (
        <StopBlock key={stop._tag + stop.address} stop={stop} />
      ))}
    </Panel>
  )
}

/** The same, for where it is drawn once. */
export const reviewDrawn =
  (review: SendReview, title: string) =>
  (columns: number): ReactElement => <PaymentReview review={review} title={title} columns={columns} />
