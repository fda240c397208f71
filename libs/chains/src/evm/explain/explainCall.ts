import { Effect } from "effect"
import { keccak256 } from "viem/utils"
import type { Explanation } from "../../contract/Explanation.ts"
import type { WalletCall } from "../../contract/WalletCalls.ts"
import { toWholeLine } from "../../explain/limitReview.ts"
import { sanitizeLine } from "../../text/printable.ts"
import { checksumAddress } from "../checksumAddress.ts"
import { decodeCallTrades } from "../dangers/decodeCallTrades.ts"
import { encodeTextHex, type Hex, isHexBytes } from "../Hex.ts"
import { explainPlan } from "../universalRouter/explainPlan.ts"
import { isPlanCall, readPlan } from "../universalRouter/readPlan.ts"
import type { AbiValue } from "./data/AbiValue.ts"
import { decodeParameters } from "./data/decodeParameters.ts"
import { toDeploymentKey } from "./descriptor/DescriptorFormat.ts"
import type { ExplainContext } from "./ExplainContext.ts"
import { explainWithFormat, toExplainedField } from "./explainWithFormat.ts"
import { type ExplanationState, formatUnits, toTextValue } from "./field/FormattedValue.ts"
import { formatAddress } from "./field/formatNames.ts"
import { hidesValue, isCurrency } from "./hidesValue.ts"
import { makeExplanationState } from "./makeExplanationState.ts"

/** The maximum depth of nested calls. */
const maxCallDepth = 4

/** Explains a call. Never fails: a call without a matching descriptor has no intent, only its digest. */
export const explainCall = ({
  call,
  ...explaining
}: ExplainContext & { readonly call: WalletCall }): Effect.Effect<Explanation> =>
  explainNestedCall(makeExplanationState(explaining), explaining.from, call, 0)

/** Explains a nested call. @param depth the number of enclosing calls. */
export const explainNestedCall = (
  shared: Omit<ExplanationState, "explain">,
  from: string,
  call: WalletCall,
  depth: number,
): Effect.Effect<Explanation> =>
  Effect.gen(function* () {
    const setting: ExplanationState = {
      ...shared,
      from,
      explain: (from, call) => explainNestedCall(shared, from, call, depth + 1),
    }
    const unknown = describeUnknownCall(call)
    const { contract } = unknown
    const data = isHexBytes(call.data) ? call.data.toLowerCase() : null
    if (contract === null || data === null || depth > maxCallDepth) return unknown
    if (data === "0x") return describePlainTransfer(unknown, contract, setting)
    if (isPlanCall(call, setting.chainId)) {
      const plan = readPlan(call, { chainId: setting.chainId, from })
      return plan === null
        ? unknown
        : {
            ...unknown,
            ...(yield* explainPlan(plan, call, setting)),
            // The rules judge the calls of the request, not those that other contracts make.
            ...(depth > 0 && { describesOnly: true }),
          }
    }
    let isBound = false
    for (const format of setting.descriptors.calls(data.slice(0, 10), setting.chainId, contract)) {
      const { claims, deployments, signature } = format
      if (deployments === null ? isBound : !deployments.has(toDeploymentKey(setting.chainId, contract)))
        continue
      isBound = deployments !== null
      const decoded = decodeParameters(signature.inputs, data.slice(10))
      if (decoded === null) continue
      const token = claims === null ? undefined : yield* setting.token(contract, setting.chainId)
      if (claims === "token" ? token == null : claims === "collectible" && token !== null) continue
      const scope = {
        root: decoded.values,
        current: decoded.values,
        indexes: [],
        json: format.json,
        container: makeContainer({ from, to: contract, value: call.value, chainId: setting.chainId }),
      }
      const explained = yield* explainWithFormat(format, scope, setting)
      if (explained === null) continue
      const rest =
        decoded.rest === ""
          ? []
          : [toExplainedField("More data", toTextValue(toWholeLine(`0x${decoded.rest}`)))]
      return {
        ...unknown,
        ...explained,
        ...(hidesValue(
          { ...unknown, ...explained },
          deployments !== null,
          setting.chainId,
          sumSwappedCurrency(call, { chainId: setting.chainId, from }),
        ) && { hidesValue: true }),
        fields: [...explained.fields, ...rest],
      }
    }
    return unknown
  })

/** Returns how much of the currency, wrapped or not, the swaps of a call give; `null` for a call without any. */
const sumSwappedCurrency = (
  call: WalletCall,
  context: Pick<ExplainContext, "chainId" | "from">,
): bigint | null => {
  const given = decodeCallTrades(call, context).flatMap(({ gives }) => gives)
  return given.length === 0
    ? null
    : given.reduce(
        (sum, { asset, units }) =>
          asset._tag === "Native" || (asset._tag === "Token" && isCurrency(asset.token, context.chainId))
            ? sum + units
            : sum,
        0n,
      )
}

/** Returns the container of a call or a message. Without `to` if no contract is known. */
export const makeContainer = ({
  chainId,
  from,
  to,
  value,
}: {
  readonly chainId: bigint
  readonly from: string
  readonly to: string | null
  readonly value: bigint
}): AbiValue => ({
  param: {
    type: "tuple",
    components: [
      { name: "from", type: "address" },
      ...(to === null ? [] : [{ name: "to", type: "address" }]),
      { name: "value", type: "uint256" },
      { name: "chainId", type: "uint256" },
    ],
  },
  value: { from: checksumAddress(from), to, value, chainId },
})

const describeUnknownCall = ({ data, to, value }: WalletCall): Explanation => ({
  intent: null,
  interpolatedIntent: null,
  owner: null,
  contractName: null,
  contract: checksumAddress(to),
  ...(to === "" && { createsContract: true }),
  value,
  fields: [],
  digest: keccak256(toCallBytes(data)),
})

const toCallBytes = (data: string): Hex => (isHexBytes(data) ? data : encodeTextHex(data))

const describePlainTransfer = (unknown: Explanation, to: string, setting: ExplanationState): Explanation => {
  const currency = setting.sources.network(setting.chainId)?.currency
  return {
    ...unknown,
    intent: "Send",
    fields: [
      toExplainedField("Amount", {
        text:
          currency === undefined
            ? `${unknown.value} base units`
            : formatUnits(unknown.value, currency.decimals, sanitizeLine(currency.symbol, 32)),
        value: { _tag: "Amount", units: unknown.value, token: null, unlimited: false },
        isWhole: true,
      }),
      toExplainedField("To", formatAddress(setting, to)),
    ],
  }
}
