import { Effect } from "effect"
import { zeroAddress } from "viem"
import type { Explanation } from "../../contract/Explanation.ts"
import type { WalletCall } from "../../contract/WalletCalls.ts"
import { toWholeLine } from "../../explain/limitReview.ts"
import { formatSymbol } from "../../text/formatSymbol.ts"
import { sanitizeLine } from "../../text/printable.ts"
import { checksumAddress } from "../checksumAddress.ts"
import { isUnlimitedApproval } from "../dangers/TokenApproval.ts"
import { toExplainedField } from "../explain/explainWithFormat.ts"
import {
  type ExplanationState,
  type FormattedValue,
  formatUnits,
  toTextValue,
} from "../explain/field/FormattedValue.ts"
import { formatAddress } from "../explain/field/formatNames.ts"
import { formatTime } from "../explain/field/formatNumbers.ts"
import type { PlanToken } from "./Plan.ts"
import { getChange, listTokens, type PlanReading } from "./readPlan.ts"
import type { PlanPayment } from "./runPlan.ts"

/**
 * Explains a call of Uniswap's Universal Router by what all of its commands do together. An allowance for anyone but the
 * router is no part of a swap: the words then vouch for nothing.
 */
export const explainPlan = (
  plan: PlanReading,
  call: WalletCall,
  state: ExplanationState,
): Effect.Effect<
  Pick<Explanation, "intent" | "owner" | "contractName" | "fields"> & Pick<Explanation, "describesOnly">
> =>
  Effect.map(
    Effect.forEach(listRows(plan, state), ([label, told]) =>
      Effect.map(told, (value) => toExplainedField(label, value)),
    ),
    (fields) => {
      state.left.rows -= fields.length
      const isRouter = (spender: string) => spender.toLowerCase() === call.to.toLowerCase()
      return {
        intent: "Swap",
        owner: "Uniswap",
        contractName: "Universal Router",
        fields,
        ...(!plan.permits.every(({ spender }) => isRouter(spender)) && { describesOnly: true as const }),
      }
    },
  )

type Row = readonly [label: string, told: Effect.Effect<FormattedValue>]

const listRows = (plan: PlanReading, state: ExplanationState): readonly Row[] => {
  const party = (label: string, address: string): Row => [label, Effect.succeed(tellAddress(address, state))]
  const text = (label: string, said: string): Row => [label, Effect.succeed(toTextValue(said))]
  const tokens = [...new Set(plan.effects.flatMap(listTokens))]
  const changes = tokens.map(
    (token) => [token, leastOf(plan.effects.map((effect) => getChange(effect, token)))] as const,
  )
  const amounts = (label: string, list: readonly (readonly [PlanToken, bigint])[]): readonly Row[] =>
    list.map(([token, units]) => [label, tellAmount(token, units, state)])
  const given = changes.flatMap(([token, change]) => (change < 0n ? [[token, -change] as const] : []))
  const gotten = changes.filter(([, change]) => change > 0n)
  const [first] = plan.effects
  return [
    ...amounts("You give at most", given),
    ...(gotten.length === 0 ? [text("You get at least", "Nothing")] : amounts("You get at least", gotten)),
    party("To", state.from),
    ...first.payments.flatMap((payment): readonly Row[] => [
      ["Paid to others", tellPayment(payment, state)],
      party("To", payment.to),
    ]),
    ...amounts(
      "Stays in the exchange",
      [...first.left].filter(([, units]) => units > 0n),
    ),
    ...[...first.loose].map(
      (token): Row => [
        "Stays in the exchange",
        Effect.map(tellToken(token, state), (symbol) => toTextValue(`Whatever remains of ${symbol}`)),
      ],
    ),
    ...plan.permits.flatMap((permit): readonly Row[] => [
      [
        "May be taken later",
        isUnlimitedApproval(permit) || permit.amount === "all"
          ? Effect.map(tellToken(permit.token, state), (symbol) => toTextValue(`Unlimited ${symbol}`))
          : tellAmount(`0x${permit.token.slice(2)}`, permit.amount, state),
      ],
      party("By", permit.spender),
      text("Until", formatTime(permit.expires)),
    ]),
    ...(plan.deadline === null ? [] : [text("Valid until", formatTime(plan.deadline))]),
    ...(plan.rest === "" ? [] : [text("More data", toWholeLine(`0x${plan.rest}`))]),
  ]
}

const leastOf = (units: readonly bigint[]): bigint =>
  units.reduce((least, one) => (one < least ? one : least))

const tellAddress = (address: string, state: ExplanationState) =>
  formatAddress(state, checksumAddress(address) ?? address)

const tellPayment = (
  { token, units }: PlanPayment,
  state: ExplanationState,
): Effect.Effect<FormattedValue> => {
  if (typeof units === "bigint") return tellAmount(token, units, state)
  return Effect.map(tellToken(token, state), (symbol) =>
    toTextValue(units === "all" ? `All ${symbol}` : `${Number(units.bips) / 100}% of ${symbol}`),
  )
}

const tellToken = (token: string, state: ExplanationState): Effect.Effect<string> =>
  Effect.map(describeToken(token, state), (described) => described?.symbol ?? checksumAddress(token) ?? token)

const tellAmount = (
  token: PlanToken,
  units: bigint,
  state: ExplanationState,
): Effect.Effect<FormattedValue> =>
  Effect.map(describeToken(token, state), (described): FormattedValue => {
    const named = checksumAddress(token) ?? token
    return {
      text:
        described === null
          ? `${units} base units of ${named}`
          : formatUnits(units, described.decimals, described.symbol),
      value: { _tag: "Amount", units, token: token === zeroAddress ? null : named, unlimited: false },
      isWhole: described !== null,
    }
  })

/** Returns the symbol and the decimals of a token; `null` if no source knows them. */
const describeToken = (token: string, state: ExplanationState) => {
  const address = checksumAddress(token) ?? token
  if (token === zeroAddress) {
    const currency = state.sources.network(state.chainId)?.currency
    return Effect.succeed(
      currency === undefined ? null : { ...currency, symbol: sanitizeLine(currency.symbol, 32) },
    )
  }
  return Effect.map(state.token(address, state.chainId), (described) =>
    described == null || !(described.decimals >= 0 && described.decimals <= 77)
      ? null
      : { symbol: formatSymbol(described.symbol, address), decimals: described.decimals },
  )
}
