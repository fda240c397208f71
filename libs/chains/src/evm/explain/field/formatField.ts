import { Effect } from "effect"
import { sanitizeLine } from "../../../text/printable.ts"
import { type AbiValue, getBytes, toAddressText, toBytes, toNumber } from "../data/AbiValue.ts"
import type { ValueField } from "../descriptor/DescriptorField.ts"
import { getParamValue } from "./DescriptorScope.ts"
import {
  type FieldFormatter,
  type FormatInput,
  type FormattedValue,
  formatRaw,
  toTextValue,
} from "./FormattedValue.ts"
import { formatNativeField, formatTokenAmount, formatTokenTicker } from "./formatAmounts.ts"
import {
  formatAddressName,
  formatChainId,
  formatCollectible,
  formatEnumeration,
  formatInteroperableAddress,
} from "./formatNames.ts"
import { formatDate, formatDuration, formatUnit } from "./formatNumbers.ts"

const plainFormatters: Readonly<Record<string, FieldFormatter>> = {
  raw: formatRaw,
  addressName: formatAddressName,
  interoperableAddressName: formatInteroperableAddress,
  chainId: formatChainId,
  date: formatDate,
  duration: formatDuration,
  unit: formatUnit,
  enum: formatEnumeration,
  nftName: (value, { along, params, scope, state }) => {
    const collection = getParamValue(scope, params, "collection", along)
    return formatCollectible(value, collection === null ? null : toAddressText(collection), state)
  },
}

/** Formats a value by its field; raw if the format does not match it. */
export const formatField = (
  leaf: ValueField,
  value: AbiValue,
  telling: Omit<FormatInput, "params">,
): Effect.Effect<FormattedValue> => {
  if (leaf.encryption !== null) {
    const label = leaf.encryption["fallbackLabel"]
    return Effect.succeed(
      toTextValue(sanitizeLine(typeof label === "string" ? label : "[Encrypted]", 64), false),
    )
  }
  return Effect.map(
    applyFormat(leaf, value, { ...telling, params: leaf.params }),
    (told) => told ?? { ...formatRaw(value), isWhole: false },
  )
}

const applyFormat = (
  leaf: ValueField,
  value: AbiValue,
  telling: FormatInput,
): Effect.Effect<FormattedValue | null> => {
  switch (leaf.format) {
    case "amount":
      return formatNativeField(value, telling)
    case "tokenAmount":
      return formatTokenAmount(value, telling)
    case "tokenTicker":
      return formatTokenTicker(value, telling)
    case "calldata":
      return formatCall(value, telling)
  }
  return Effect.succeed(
    Object.hasOwn(plainFormatters, leaf.format)
      ? (plainFormatters[leaf.format]?.(value, telling) ?? null)
      : null,
  )
}

const formatCall = (
  value: AbiValue,
  { along, params, scope, state }: FormatInput,
): Effect.Effect<FormattedValue | null> => {
  const param = (name: string) => getParamValue(scope, params, name, along)
  const [callee, spender] = [param("callee"), param("spender")].map((one) =>
    one === null ? null : toAddressText(one),
  )
  const [selector, units] = [param("selector"), param("amount")]
  const bytes = getBytes(value)
  if (bytes === null || callee == null) return Effect.succeed(null)
  const data = `0x${(selector === null ? "" : (toBytes(selector) ?? "")).slice(2)}${bytes.slice(2)}`
  const sent = (units === null ? null : toNumber(units)) ?? 0n
  return Effect.map(state.explain(spender ?? state.from, { to: callee, value: sent, data }), (call) => ({
    text: call.intent ?? `Unknown call ${call.digest}`,
    value: { _tag: "Call", call },
    isWhole: call.intent !== null,
  }))
}
