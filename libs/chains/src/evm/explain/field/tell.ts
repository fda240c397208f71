import { Effect } from "effect"
import { sanitizeLine } from "../../../text/printable.ts"
import { addressIn, bytesIn, numberIn, type Value } from "../data/Value.ts"
import type { Leaf } from "../descriptor/Field.ts"
import { amount, tokenAmount, tokenTicker } from "./amounts.ts"
import { addressName, chainId, collectibleName, enumeration, interoperableAddressName } from "./names.ts"
import { date, duration, unit } from "./numbers.ts"
import { paramValue } from "./Scope.ts"
import { raw, type Tell, type Telling, type Told, text } from "./Told.ts"

const plain: Readonly<Record<string, Tell>> = {
  raw,
  addressName,
  interoperableAddressName,
  chainId,
  date,
  duration,
  unit,
  enum: enumeration,
  nftName: (value, { along, params, scope, setting }) => {
    const collection = paramValue(scope, params, "collection", along)
    return collectibleName(value, collection === null ? null : addressIn(collection), setting)
  },
}

/** A value as its field says; as it is, where the format does not fit it. */
export const tell = (leaf: Leaf, value: Value, telling: Omit<Telling, "params">): Effect.Effect<Told> => {
  if (leaf.encryption !== null) {
    const label = leaf.encryption["fallbackLabel"]
    return Effect.succeed(text(sanitizeLine(typeof label === "string" ? label : "[Encrypted]", 64), false))
  }
  return Effect.map(
    formatted(leaf, value, { ...telling, params: leaf.params }),
    (told) => told ?? { ...raw(value), isWhole: false },
  )
}

const formatted = (leaf: Leaf, value: Value, telling: Telling): Effect.Effect<Told | null> => {
  switch (leaf.format) {
    case "amount":
      return amount(value, telling)
    case "tokenAmount":
      return tokenAmount(value, telling)
    case "tokenTicker":
      return tokenTicker(value, telling)
    case "calldata":
      return call(value, telling)
  }
  return Effect.succeed(
    Object.hasOwn(plain, leaf.format) ? (plain[leaf.format]?.(value, telling) ?? null) : null,
  )
}

const call = (value: Value, { along, params, scope, setting }: Telling): Effect.Effect<Told | null> => {
  const param = (name: string) => paramValue(scope, params, name, along)
  const [callee, spender] = [param("callee"), param("spender")].map((one) =>
    one === null ? null : addressIn(one),
  )
  const [selector, units] = [param("selector"), param("amount")]
  if (value._tag !== "Bytes" || callee == null) return Effect.succeed(null)
  const data = `0x${(selector === null ? "" : (bytesIn(selector) ?? "")).slice(2)}${value.hex.slice(2)}`
  const sent = (units === null ? null : numberIn(units)) ?? 0n
  return Effect.map(setting.explain(spender ?? setting.from, { to: callee, value: sent, data }), (call) => ({
    text: call.intent ?? `Unknown call ${call.digest}`,
    value: { _tag: "Call", call },
    isWhole: call.intent !== null,
  }))
}
