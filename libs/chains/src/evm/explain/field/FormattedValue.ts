import { formatAmount } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { TokenDescription } from "../../../contract/ChainActions.ts"
import type { ExplainedField, Explanation } from "../../../contract/Explanation.ts"
import type { WalletCall } from "../../../contract/WalletCalls.ts"
import { toWholeLine } from "../../../explain/limitReview.ts"
import { type AbiValue, getAddressText, toPlainText } from "../data/AbiValue.ts"
import type { DescriptorJson } from "../descriptor/DescriptorField.ts"
import type { ExplainContext } from "../ExplainContext.ts"
import type { DescriptorScope } from "./DescriptorScope.ts"

/** A formatted value. */
export interface FormattedValue {
  readonly text: string
  readonly value: ExplainedField["value"]
  /** True if the text is complete for its format: a sentence uses complete values only. */
  readonly isWhole: boolean
}

/** The inputs of a field formatter. */
export interface FormatInput {
  readonly scope: DescriptorScope
  /** The list indexes on the path to the value. */
  readonly along: readonly number[]
  readonly params: DescriptorJson
  readonly state: ExplanationState
}

/** The shared state of all fields of one explanation. */
export interface ExplanationState extends ExplainContext {
  /** Fetches a token. `undefined` if no source knows the address; `null` if there is no token. */
  readonly token: (address: string, chainId: bigint) => Effect.Effect<TokenDescription | null | undefined>
  readonly left: { rows: number }
  /** Explains a nested call. */
  readonly explain: (from: string, call: WalletCall) => Effect.Effect<Explanation>
}

/** Formats a value. @returns `null` if the format does not match the value, which is then shown raw. */
export type FieldFormatter = (value: AbiValue, telling: FormatInput) => FormattedValue | null

export const toTextValue = (text: string, isWhole = true): FormattedValue => ({
  text,
  value: { _tag: "Text" },
  isWhole,
})

/** Formats an exact amount with its unit. */
export const formatUnits = (units: bigint, decimals: number, unit: string): string => {
  const digits = formatAmount(units < 0n ? -units : units, decimals)
  return `${units < 0n ? "-" : ""}${digits} ${unit}`.trim()
}

/** Formats a raw value. Untrusted text is in quotation marks inside a sentence. */
export const formatRaw = (value: AbiValue): FormattedValue => {
  const address = getAddressText(value)
  if (address !== null)
    return { text: address, value: { _tag: "Address", address, name: null }, isWhole: true }
  const plain = toPlainText(value)
  return plain === null ? toTextValue("…", false) : toTextValue(toWholeLine(plain))
}
