import type { SwapReview, SwapStep, Token } from "@wmodal/core/flows"
import { toPlainAddress } from "@wmodal/protocol"
import { Box, Text } from "ink"
import type { ReactElement } from "react"
import { formatTokenAmount, formatWorth, toNativeToken } from "../payments/paymentDocument.ts"
import {
  describeSwapWarning,
  findReviewToken,
  formatPercent,
  formatRate,
  formatShortAmount,
  formatShortTokenAmount,
  getBalanceChanges,
  getFees,
} from "../swaps/swapDocument.ts"
import { formatAddressGroups } from "../terminal/addressGroups.ts"
import { type Field, Panel } from "./Panel.tsx"
import { WarningText } from "./WarningBlock.tsx"

const formatContract = ({ address }: Token): string =>
  address === null ? "" : `\n${formatAddressGroups(address)}`

const formatFeeText = (review: SwapReview): string => {
  const native = toNativeToken(review.network)
  const { expected, most, usd } = getFees(review)
  if (most === null) return "set by your wallet"
  return [
    `about ${formatTokenAmount(expected, native)}${formatWorth(usd)}`,
    `at most ${formatTokenAmount(most, native)}`,
    ...(review.path._tag === "TwoSteps" ? ["later steps are estimates"] : []),
  ].join("\n")
}

const formatImpact = (impact: number | null): string => {
  if (impact === null) return "! unknown"
  return impact <= 0 ? "none" : `${formatPercent(impact)} %`
}

/** Returns the balances before and after all steps, with the fee deducted if it is in the same currency. */
const toSwapBalanceFields = (review: SwapReview): readonly Field[] => {
  const known = getBalanceChanges(review)
  if (known === null) return [{ label: "Simulation", text: "! not simulated" }]
  return known.map(({ after, before, token }) => {
    const kind = findReviewToken(review, token)
    if (kind === null)
      return { label: "Also", text: `${formatAddressGroups(token ?? "")}\n${before} → ${after}` }
    const left = token === null ? after - getFees(review).expected : after
    const about = token === null ? "about " : ""
    return {
      label: `Your ${kind.symbol}`,
      text: `${formatShortAmount(before, kind)} → ${about}${formatShortAmount(left < 0n ? 0n : left, kind)}`,
    }
  })
}

const toSwapReviewFields = (review: SwapReview): readonly Field[] => {
  const { account, form, network, quote, router } = review
  const {
    amount,
    amountFiat,
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
      text: `${formatTokenAmount(amount, source)}${formatWorth(amountFiat)}${formatContract(source)}`,
    },
    {
      label: "You get",
      text: `about ${formatShortTokenAmount(received, destination)}${formatWorth(receivedFiat)}${formatContract(destination)}`,
    },
    {
      label: "At least",
      text: formatShortTokenAmount(minimum, destination),
    },
    {
      label: "Max slippage",
      text: `${formatShortTokenAmount(maximumSlippage, destination)} (${form.slippage} %)`,
    },
    { label: "Rate", text: formatRate(review) },
    { label: "Price impact", text: formatImpact(impact) },
    { label: "Provider fee", text: `${formatShortTokenAmount(providerFee, source)} (0.85 %)` },
    { label: "Network fee", text: formatFeeText(review) },
    { label: "Router", text: formatAddressGroups(router) },
    { label: "From", text: formatAddressGroups(toPlainAddress(account)) },
    { label: "Network", text: `${network.name} (${network.caipNetworkId})` },
    ...toSwapBalanceFields(review),
  ]
}

const describeSwapStep = (
  { earlier = 0n, kind }: SwapStep,
  { quote: { amount, source } }: SwapReview,
): string => {
  const sum = (units: bigint) => formatTokenAmount(units, source)
  switch (kind) {
    case "reset":
      return `Revoke the earlier approval of ${sum(earlier)}`
    case "approve":
      return `Let the router spend exactly ${sum(amount)}`
    case "swap":
      return "Swap"
  }
}

/** Describes the contract call of a step. A call that cannot be decoded is shown by its digest. */
const describeContractCall = ({ explanation: { contractName, digest, intent } }: SwapStep): string =>
  intent === null ? `Unknown call ${digest}` : contractName === null ? intent : `${intent} (${contractName})`

/** The finished steps of a swap. */
export type StepsDone = readonly ("reset" | "approve")[]

const doneStepLabels = {
  reset: "The earlier approval was revoked",
  approve: "The router may spend the amount",
} as const

/** The finished, current and remaining steps. */
const Steps = ({ review, done }: { readonly review: SwapReview; readonly done: StepsDone }): ReactElement => {
  const isBatch = review.path._tag === "Batch"
  return (
    <Box flexDirection="column" marginTop={1}>
      {done.map((step, at) => (
        <Text key={step} color="green">
          {`✓ ${at + 1}. ${doneStepLabels[step]}`}
        </Text>
      ))}
      {review.steps.map((step, at) => {
        const isNext = at === 0 || isBatch
        return (
          <Box key={step.kind} flexDirection="column">
            <Text bold={isNext} dimColor={!isNext}>
              {`${isNext ? "›" : " "} ${at + 1 + done.length}. ${describeSwapStep(step, review)}${isNext ? "" : ": needs its own approval"}`}
            </Text>
            <Text dimColor>{describeContractCall(step)}</Text>
          </Box>
        )
      })}
      {isBatch && <Text>One transaction: all steps succeed, or none.</Text>}
    </Box>
  )
}

const nextStepLabels = { reset: ": revoke an approval", approve: ": approval", swap: "" } as const

const getReviewTitle = ({ path, steps }: SwapReview, done: StepsDone): string => {
  if (path._tag === "Batch") return "Approve and swap in one step"
  const all = done.length + steps.length
  return all === 1 ? "Swap" : `Swap, step ${done.length + 1} of ${all}${nextStepLabels[steps[0].kind]}`
}

interface SwapReviewInput {
  readonly review: SwapReview
  /** The reason why the quote is worse than the confirmed one, `null` if it is not. */
  readonly because: string | null
  /** The steps that are already in a block. */
  readonly done?: StepsDone
  readonly title?: string
}

/** Renders the facts that a user needs before a swap. */
export const renderSwapReview =
  ({ because, done = [], review, title }: SwapReviewInput) =>
  (columns: number): ReactElement => {
    const isCalm = review.stops.length === 0 && because === null
    return (
      <Panel
        title={title ?? getReviewTitle(review, done)}
        mark={isCalm ? "?" : "!"}
        tone={isCalm ? "cyan" : "yellow"}
        columns={columns}
        fields={toSwapReviewFields(review)}
      >
        <Steps review={review} done={done} />
        {because !== null && (
          <Box flexDirection="column" marginTop={1}>
            <Text bold color="yellow">
              {`! ${because}`}
            </Text>
            <Text>This is worse than what you approved. Review it again.</Text>
          </Box>
        )}
        {review.stops.map((stop) => (
          <WarningText key={stop._tag} {...describeSwapWarning(stop)} />
        ))}
      </Panel>
    )
  }
