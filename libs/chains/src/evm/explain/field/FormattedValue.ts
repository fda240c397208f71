import { formatAmount } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { TokenDescription } from "../../../contract/ChainActions.ts"
import type { ExplainedField, Explanation } from "../../../contract/Explanation.ts"
import type { WalletCall } from "../../../contract/WalletCalls.ts"
import { sanitizeLine } from "../../../text/printable.ts"
import { type AbiValue, toPlainText } from "../data/AbiValue.ts"
import type { DescriptorJson } from "../descriptor/DescriptorField.ts"
import type { ExplainContext } from "../ExplainContext.ts"
import type { DescriptorScope } from "./DescriptorScope.ts"

/** A value in words. */
export interface FormattedValue {
  readonly text: string
  readonly value: ExplainedField["value"]
  /** Whether it says all that its format promises: no sentence is made of what does not. */
  readonly isWhole: boolean
}

/** What a format tells a value with. */
export interface FormatInput {
  readonly scope: DescriptorScope
  /** Elements of lists that led to the value. */
  readonly along: readonly number[]
  readonly params: DescriptorJson
  readonly state: ExplanationState
}

/** What all fields of one explanation share. */
export interface ExplanationState extends ExplainContext {
  /** `undefined` where nobody can say what stands there; `null` where no token does. */
  readonly token: (address: string, chainId: bigint) => Effect.Effect<TokenDescription | null | undefined>
  /** A call inside the call. */
  readonly explain: (from: string, call: WalletCall) => Effect.Effect<Explanation>
  /** Fields that may still be shown, of all calls together. */
  readonly budget: { fields: number }
}

/** @returns `null` where it does not fit the value, which is then shown as it is. */
export type FieldFormatter = (value: AbiValue, telling: FormatInput) => FormattedValue | null

export const toTextValue = (text: string, isWhole = true): FormattedValue => ({
  text,
  value: { _tag: "Text" },
  isWhole,
})

/** Longer texts are cut, and say so. */
const maxTextLength = 200

export const truncateText = (text: string): string => {
  const more = text.length - maxTextLength
  return more > 0
    ? `${sanitizeLine(text.slice(0, maxTextLength), maxTextLength)}… (${more} more)`
    : sanitizeLine(text, maxTextLength)
}

/** An exact amount of anything, with its unit behind it. */
export const formatUnits = (units: bigint, decimals: number, unit: string): string => {
  const digits = formatAmount(units < 0n ? -units : units, decimals)
  return `${units < 0n ? "-" : ""}${digits} ${unit}`.trim()
}

/** A value as it is. Text of others stands in quotation marks where it is put into a sentence. */
export const formatRaw = (value: AbiValue): FormattedValue => {
  if (value._tag === "Address") {
    const address = toPlainText(value) ?? ""
    return { text: address, value: { _tag: "Address", address, name: null }, isWhole: true }
  }
  const plain = toPlainText(value)
  return plain === null ? toTextValue("…", false) : toTextValue(truncateText(plain))
}
