import { formatAmount } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { TokenDescription } from "../../../contract/Actions.ts"
import type { ExplainedField, Explanation } from "../../../contract/Explanation.ts"
import type { WalletCall } from "../../../contract/WalletCalls.ts"
import { sanitizeLine } from "../../../text/printable.ts"
import { plainText, type Value } from "../data/Value.ts"
import type { Json } from "../descriptor/Field.ts"
import type { Explaining } from "../Explaining.ts"
import type { Scope } from "./Scope.ts"

/** A value in words. */
export interface Told {
  readonly text: string
  readonly value: ExplainedField["value"]
  /** Whether it says all that its format promises: no sentence is made of what does not. */
  readonly isWhole: boolean
}

/** What a format tells a value with. */
export interface Telling {
  readonly scope: Scope
  /** Elements of lists that led to the value. */
  readonly along: readonly number[]
  readonly params: Json
  readonly setting: Setting
}

/** What all fields of one explanation share. */
export interface Setting extends Explaining {
  /** `undefined` where nobody can say what stands there; `null` where no token does. */
  readonly token: (address: string, chainId: bigint) => Effect.Effect<TokenDescription | null | undefined>
  /** A call inside the call. */
  readonly explain: (from: string, call: WalletCall) => Effect.Effect<Explanation>
  /** Fields that may still be shown, of all calls together. */
  readonly left: { fields: number }
}

/** @returns `null` where it does not fit the value, which is then shown as it is. */
export type Tell = (value: Value, telling: Telling) => Told | null

export const text = (text: string, isWhole = true): Told => ({ text, value: { _tag: "Text" }, isWhole })

/** Longer texts are cut, and say so. */
const longest = 200

export const bounded = (text: string): string => {
  const more = text.length - longest
  return more > 0
    ? `${sanitizeLine(text.slice(0, longest), longest)}… (${more} more)`
    : sanitizeLine(text, longest)
}

/** An exact amount of anything, with its unit behind it. */
export const amountText = (units: bigint, decimals: number, unit: string): string => {
  const digits = formatAmount(units < 0n ? -units : units, decimals)
  return `${units < 0n ? "-" : ""}${digits} ${unit}`.trim()
}

/** A value as it is. Text of others stands in quotation marks where it is put into a sentence. */
export const raw = (value: Value): Told => {
  if (value._tag === "Address") {
    const address = plainText(value) ?? ""
    return { text: address, value: { _tag: "Address", address, name: null }, isWhole: true }
  }
  const plain = plainText(value)
  return plain === null ? text("…", false) : text(bounded(plain))
}
