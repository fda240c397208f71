import type { SwapReview, SwapStep, SwapStop, Token } from "@wmodal/core/flows"
import { type Decimal, formatAmount } from "@wmodal/protocol"
import { Box, Text } from "ink"
import type { ReactElement } from "react"
import { nativeOf, usdText } from "../payments/payment.ts"
import { changesOf, feesOf, rateText, shortAmount, tokenIn } from "../swaps/swapDocument.ts"
import { percentText, stopTitle, valueOf } from "../swaps/swapStops.ts"
import { grouped } from "../terminal/grouped.ts"
import { type Field, Panel } from "./Panel.tsx"

const worthText = (decimal: Decimal | null): string => {
  const text = usdText(decimal)
  return text === "" ? "" : ` (${text})`
}

const contract = ({ address }: Token): string => (address === null ? "" : `\n${grouped(address)}`)

const feeText = (review: SwapReview): string => {
  const { decimals, symbol } = nativeOf(review.network)
  const { expected, most, usd } = feesOf(review)
  const about = `about ${formatAmount(expected, decimals)} ${symbol}${worthText(usd)}`
  return most === null ? about : `${about}\nat most ${formatAmount(most, decimals)} ${symbol}`
}

const impactText = (impact: number | null): string => {
  if (impact === null) return "! nobody knows how much of the worth is lost"
  return impact <= 0 ? "none" : `${percentText(impact)} % of the worth is lost`
}

/** What the account holds before and after all steps, the fee taken off where it is of the same money. */
const changes = (review: SwapReview): readonly Field[] => {
  const known = changesOf(review)
  if (known === null) return [{ label: "Trial", text: "! nobody could try it out" }]
  return known.map(({ after, before, token }) => {
    const kind = tokenIn(review, token)
    if (kind === null) return { label: "Also", text: `${grouped(token ?? "")}\n${before} → ${after}` }
    const left = token === null ? after - feesOf(review).expected : after
    const about = token === null ? "about " : ""
    return {
      label: `Your ${kind.symbol}`,
      text: `${shortAmount(before, kind)} → ${about}${shortAmount(left < 0n ? 0n : left, kind)}`,
    }
  })
}

const swapFields = (review: SwapReview, worth: Decimal | null): readonly Field[] => {
  const { account, form, network, quote, router } = review
  const {
    amount,
    destination,
    impact,
    maximumSlippage,
    minimum,
    providerFee,
    received,
    receivedFiat,
    source,
  } = quote
  return [
    {
      label: "You pay",
      text: `${formatAmount(amount, source.decimals)} ${source.symbol}${worthText(worth)}${contract(source)}`,
    },
    {
      label: "You get",
      text: `about ${shortAmount(received, destination)} ${destination.symbol}${worthText(receivedFiat)}${contract(destination)}`,
    },
    {
      label: "At least",
      text: `${shortAmount(minimum, destination)} ${destination.symbol}`,
    },
    {
      label: "Max slippage",
      text: `${shortAmount(maximumSlippage, destination)} ${destination.symbol} (${form.slippage} %)`,
    },
    { label: "Rate", text: rateText(review) },
    { label: "Price impact", text: impactText(impact) },
    { label: "Provider fee", text: `${shortAmount(providerFee, source)} ${source.symbol} (0.85 %)` },
    { label: "Network fee", text: feeText(review) },
    { label: "Router", text: grouped(router) },
    { label: "From", text: grouped(account.slice(account.lastIndexOf(":") + 1)) },
    { label: "Network", text: `${network.name} (${network.caipNetworkId})` },
    ...changes(review),
  ]
}

const stepText = ({ earlier = 0n, kind }: SwapStep, { quote: { amount, source } }: SwapReview): string => {
  const sum = (units: bigint) => `${formatAmount(units, source.decimals)} ${source.symbol}`
  switch (kind) {
    case "reset":
      return `Take back the earlier approval of ${sum(earlier)}`
    case "approve":
      return `Let the router take exactly ${sum(amount)}`
    case "swap":
      return "Swap"
  }
}

/** What the contract is asked, in a few words; of what nobody can read, the digest. */
const askedText = ({ explanation: { contractName, digest, intent } }: SwapStep): string =>
  intent === null ? `unknown call ${digest}` : contractName === null ? intent : `${intent} (${contractName})`

/** The steps of a whole swap that are behind it. */
export type StepsDone = readonly ("reset" | "approve")[]

const doneTexts = {
  reset: "The earlier approval was taken back",
  approve: "The router may take the amount",
} as const

/** What is done, what the next yes is for, and what is asked for after it. */
const Steps = ({ review, done }: { readonly review: SwapReview; readonly done: StepsDone }): ReactElement => {
  const isBatch = review.path._tag === "Batch"
  return (
    <Box flexDirection="column" marginTop={1}>
      {done.map((step, at) => (
        <Text key={step} color="green">
          {`✓ ${at + 1}. ${doneTexts[step]}`}
        </Text>
      ))}
      {review.steps.map((step, at) => {
        const isNext = at === 0 || isBatch
        return (
          <Box key={step.kind} flexDirection="column">
            <Text bold={isNext} dimColor={!isNext}>
              {`${isNext ? "›" : " "} ${at + 1 + done.length}. ${stepText(step, review)}${isNext ? "" : ": you are asked again"}`}
            </Text>
            <Text dimColor>{askedText(step)}</Text>
          </Box>
        )
      })}
      {isBatch && <Text>As one transaction: all of it happens, or nothing.</Text>}
    </Box>
  )
}

const stopWords = (stop: SwapStop): string => {
  switch (stop._tag) {
    case "Impact":
      return stop.percent === null
        ? "A price is missing, or cannot be right. Compare both sides with what you know of them."
        : "What you get is worth that much less than what you pay."
    case "Untried":
      return "No node could run it without sending it. What it really does is checked by nobody."
  }
}

const nextNames = { reset: ": taking back an approval", approve: ": the approval", swap: "" } as const

const titleOf = ({ path, steps }: SwapReview, done: StepsDone): string => {
  if (path._tag === "Batch") return "Approve and swap in one"
  const all = done.length + steps.length
  return all === 1 ? "Swap" : `Swap, step ${done.length + 1} of ${all}${nextNames[steps[0].kind]}`
}

interface Drawn {
  readonly review: SwapReview
  /** Fiat (USD) of what is given. */
  readonly worth: Decimal | null
  /** What is worse than what somebody said yes to before. */
  readonly because: string | null
  /** What of it is in a block. */
  readonly done?: StepsDone
  readonly title?: string
}

/** Everything that a person needs to know before they swap. */
export const swapDrawn =
  ({ because, done = [], review, title, worth }: Drawn) =>
  (columns: number): ReactElement => {
    const isCalm = review.stops.length === 0 && because === null
    return (
      <Panel
        title={title ?? titleOf(review, done)}
        mark={isCalm ? "?" : "!"}
        tone={isCalm ? "cyan" : "yellow"}
        columns={columns}
        fields={swapFields(review, worth)}
      >
        <Steps review={review} done={done} />
        {because !== null && (
          <Box flexDirection="column" marginTop={1}>
            <Text bold color="yellow">
              {`! ${because}`}
            </Text>
            <Text>That is worse than what you said yes to. Look at it again.</Text>
          </Box>
        )}
        {review.stops.map((stop) => (
          <Box key={stop._tag} flexDirection="column" marginTop={1}>
            <Text bold color="yellow">
              {`! ${stopTitle(stop)}`}
            </Text>
            <Text>{stopWords(stop)}</Text>
            <Text dimColor>{`Its value is ${valueOf(stop)}.`}</Text>
          </Box>
        ))}
      </Panel>
    )
  }
