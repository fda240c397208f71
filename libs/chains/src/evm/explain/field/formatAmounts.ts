import { Effect } from "effect"
import { formatSymbol } from "../../../text/formatSymbol.ts"
import { sanitizeLine } from "../../../text/printable.ts"
import { checksumAddress } from "../../checksumAddress.ts"
import { type AbiValue, getMember, toAddressText, toBytes, toNumber } from "../data/AbiValue.ts"
import { getConstant, getParamValue, getParamValues } from "./DescriptorScope.ts"
import { type FormatInput, type FormattedValue, formatUnits, toTextValue } from "./FormattedValue.ts"

type AsyncFieldFormatter = (value: AbiValue, telling: FormatInput) => Effect.Effect<FormattedValue | null>

/** The maximum number of decimals: an amount of 2^256 has no more digits. */
const maxDecimals = 77

/** Formats an amount of the native currency. */
export const formatNativeField: AsyncFieldFormatter = (value, { state }) =>
  Effect.succeed(formatNativeAmount(value, state.chainId, state))

const formatNativeAmount = (
  value: AbiValue,
  chainId: bigint,
  { sources }: FormatInput["state"],
): FormattedValue | null => {
  const units = toNumber(value)
  const currency = sources.network(chainId)?.currency
  if (units === null || currency === undefined) return null
  return {
    text: formatUnits(units, currency.decimals, sanitizeLine(currency.symbol, 32)),
    value: { _tag: "Amount", units, token: null, unlimited: false },
    isWhole: true,
  }
}

export const formatTokenAmount: AsyncFieldFormatter = Effect.fnUntraced(function* (value, telling) {
  const { along, params, scope, state } = telling
  const units = toNumber(value)
  if (units === null || units < 0n) return null
  const chain = getChainId(telling)
  const named = getParamValue(scope, params, "token", along)
  const token = named === null ? null : toAddressText(named)
  if (chain === null || token === null) return toTextValue(`${units} base units`, false)
  const natives = getParamValues(scope, params["nativeCurrencyAddress"])
  if (natives.some((native) => toAddressText(native) === token))
    return formatNativeAmount(value, chain, state)
  const described = yield* fetchTokenDescription(telling, token, chain)
  const unlimited = isUnlimitedAmount(units, telling)
  return {
    text: unlimited
      ? `${getUnlimitedLabel(telling)} ${described?.symbol ?? token}`
      : described === null
        ? `${units} base units of ${token}`
        : formatUnits(units, described.decimals, described.symbol),
    value: { _tag: "Amount", units, token, unlimited },
    isWhole: described !== null,
  } satisfies FormattedValue
})

/** Returns the chain id; `null` if the descriptor names one that cannot be resolved, never the chain in use instead. */
const getChainId = ({ along, params, scope, state }: FormatInput): bigint | null => {
  if (params["chainId"] === undefined && params["chainIdPath"] === undefined) return state.chainId
  const chain = getParamValue(scope, params, "chainId", along)
  return chain === null ? null : toNumber(chain)
}

const isUnlimitedAmount = (units: bigint, { along, params, scope }: FormatInput) => {
  const threshold = getParamValue(scope, params, "threshold", along)
  if (threshold === null) return false
  // A threshold of 20 bytes looks like an address.
  const number = toNumber(
    threshold.param.type === "address" ? { param: { type: "bytes" }, value: toBytes(threshold) } : threshold,
  )
  return number !== null && units >= number
}

const getUnlimitedLabel = ({ params }: FormatInput) =>
  sanitizeLine(typeof params["message"] === "string" ? params["message"] : "Unlimited", 40)

/** Fetches the token description from the contract; uses the descriptor's only for its own contract without one. */
const fetchTokenDescription = ({ scope, state }: FormatInput, token: string, chainId: bigint) =>
  Effect.map(state.token(token, chainId), (described) => {
    const { symbol, decimals } =
      described ?? getDescriptorToken(scope.json, getMember(scope.container, "to"), token) ?? {}
    if (symbol === undefined || decimals === undefined || !Number.isInteger(decimals)) return null
    if (decimals < 0 || decimals > maxDecimals) return null
    return { symbol: formatSymbol(symbol, token), decimals }
  })

const getDescriptorToken = (json: unknown, to: AbiValue | undefined, token: string) => {
  const path = {
    root: "$",
    steps: ["metadata", "token"].map((name) => ({ _tag: "Member", name }) as const),
  } as const
  const described: unknown = getConstant(json, path)
  if (to === undefined || toAddressText(to) !== checksumAddress(token)) return null
  const symbol: unknown = Reflect.get(Object(described), "ticker")
  const decimals: unknown = Reflect.get(Object(described), "decimals")
  return typeof symbol === "string" && typeof decimals === "number" ? { symbol, decimals } : null
}

export const formatTokenTicker: AsyncFieldFormatter = Effect.fnUntraced(function* (value, telling) {
  const token = toAddressText(value)
  const chain = getChainId(telling)
  if (token === null || chain === null) return null
  const described = yield* fetchTokenDescription(telling, token, chain)
  return {
    text: described === null || described.symbol === token ? token : `${described.symbol} (${token})`,
    value: { _tag: "Address", address: token, name: null },
    isWhole: described !== null,
  } satisfies FormattedValue
})
