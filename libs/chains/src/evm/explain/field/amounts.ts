import { Effect } from "effect"
import { sanitizeLine } from "../../../text/printable.ts"
import { symbolText } from "../../../text/symbolText.ts"
import { checksum } from "../../checksum.ts"
import { addressIn, numberIn, type Value } from "../data/Value.ts"
import { constantAt, paramValue, paramValues } from "./Scope.ts"
import { amountText, type Telling, type Told, text } from "./Told.ts"

type TellLater = (value: Value, telling: Telling) => Effect.Effect<Told | null>

/** More decimals than an amount of 2^256 has digits are a joke. */
const mostDecimals = 77

/** Of the network's own currency. */
export const amount: TellLater = (value, { setting }) =>
  Effect.succeed(nativeAmount(value, setting.chainId, setting))

const nativeAmount = (value: Value, chainId: bigint, { read }: Telling["setting"]): Told | null => {
  const units = numberIn(value)
  const currency = read.network(chainId)?.currency
  if (units === null || currency === undefined) return null
  return {
    text: amountText(units, currency.decimals, sanitizeLine(currency.symbol, 32)),
    value: { _tag: "Amount", units, token: null, unlimited: false },
    isWhole: true,
  }
}

export const tokenAmount: TellLater = Effect.fnUntraced(function* (value, telling) {
  const { along, params, scope, setting } = telling
  const units = numberIn(value)
  if (units === null || units < 0n) return null
  const chain = chainOf(telling)
  const named = paramValue(scope, params, "token", along)
  const token = named === null ? null : addressIn(named)
  if (chain === null || token === null) return text(`${units} base units`, false)
  const natives = paramValues(scope, params["nativeCurrencyAddress"])
  if (natives.some((native) => addressIn(native) === token)) return nativeAmount(value, chain, setting)
  const described = yield* describedToken(telling, token, chain)
  const unlimited = isUnlimited(units, telling)
  return {
    text: unlimited
      ? `${unlimitedWord(telling)} ${described?.symbol ?? token}`
      : described === null
        ? `${units} base units of ${token}`
        : amountText(units, described.decimals, described.symbol),
    value: { _tag: "Amount", units, token, unlimited },
    isWhole: described !== null,
  } satisfies Told
})

/** `null` where the descriptor names one that cannot be told: never the chain in use in its place. */
const chainOf = ({ along, params, scope, setting }: Telling): bigint | null => {
  if (params["chainId"] === undefined && params["chainIdPath"] === undefined) return setting.chainId
  const chain = paramValue(scope, params, "chainId", along)
  return chain === null ? null : numberIn(chain)
}

const isUnlimited = (units: bigint, { along, params, scope }: Telling) => {
  const threshold = paramValue(scope, params, "threshold", along)
  const number =
    threshold === null ? null : numberIn(threshold._tag === "Address" ? bytesOf(threshold) : threshold)
  return number !== null && units >= number
}

/** A threshold of 20 bytes looks like an address. */
const bytesOf = (value: Extract<Value, { readonly _tag: "Address" }>): Value => ({
  _tag: "Bytes",
  hex: value.address,
})

const unlimitedWord = ({ params }: Telling) =>
  sanitizeLine(typeof params["message"] === "string" ? params["message"] : "Unlimited", 40)

/** As the contract says; as the descriptor does only where its own contract does not. */
const describedToken = ({ scope, setting }: Telling, token: string, chainId: bigint) =>
  Effect.map(setting.token(token, chainId), (described) => {
    const { symbol, decimals } =
      described ?? ownToken(scope.json, scope.container.members.get("to"), token) ?? {}
    if (symbol === undefined || decimals === undefined || !Number.isInteger(decimals)) return null
    if (decimals < 0 || decimals > mostDecimals) return null
    return { symbol: symbolText(symbol, token), decimals }
  })

const ownToken = (json: unknown, to: Value | undefined, token: string) => {
  const path = {
    root: "$",
    steps: ["metadata", "token"].map((name) => ({ _tag: "Member", name }) as const),
  } as const
  const described: unknown = constantAt(json, path)
  if (to === undefined || addressIn(to) !== checksum(token)) return null
  const symbol: unknown = Reflect.get(Object(described), "ticker")
  const decimals: unknown = Reflect.get(Object(described), "decimals")
  return typeof symbol === "string" && typeof decimals === "number" ? { symbol, decimals } : null
}

export const tokenTicker: TellLater = Effect.fnUntraced(function* (value, telling) {
  const token = addressIn(value)
  const chain = chainOf(telling)
  if (token === null || chain === null) return null
  const described = yield* describedToken(telling, token, chain)
  return {
    text: described === null || described.symbol === token ? token : `${described.symbol} (${token})`,
    value: { _tag: "Address", address: token, name: null },
    isWhole: described !== null,
  } satisfies Told
})
