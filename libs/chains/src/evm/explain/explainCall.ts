import { Effect } from "effect"
import type { Explanation } from "../../contract/Explanation.ts"
import type { WalletCall } from "../../contract/WalletCalls.ts"
import { checksum } from "../checksum.ts"
import { type Hex, isHexBytes, textToHex } from "../Hex.ts"
import { keccak256 } from "../keccak.ts"
import { decodeParameters } from "./data/decodeParameters.ts"
import type { Struct, Value } from "./data/Value.ts"
import { deploymentKey } from "./descriptor/Format.ts"
import type { Explaining } from "./Explaining.ts"
import { explanationBy, fieldOf } from "./explanationBy.ts"
import { addressTold } from "./field/names.ts"
import { amountText, bounded, type Setting, text } from "./field/Told.ts"
import { settingOf } from "./settingOf.ts"

/** Calls in calls, in calls... */
const deepest = 4

/** A call in words. Never fails: what no descriptor fits has no intent, and its digest is all there is. */
export const explainCall = ({
  call,
  ...explaining
}: Explaining & { readonly call: WalletCall }): Effect.Effect<Explanation> =>
  explainCallWithin(settingOf(explaining), explaining.from, call, 0)

/** @param depth how many calls it is in. */
export const explainCallWithin = (
  shared: Omit<Setting, "explain">,
  from: string,
  call: WalletCall,
  depth: number,
): Effect.Effect<Explanation> =>
  Effect.gen(function* () {
    const setting: Setting = {
      ...shared,
      from,
      explain: (from, call) => explainCallWithin(shared, from, call, depth + 1),
    }
    const unknown = unknownCall(call)
    const { contract } = unknown
    const data = isHexBytes(call.data) ? call.data.toLowerCase() : null
    if (contract === null || data === null || depth > deepest) return unknown
    if (data === "0x") return plainTransfer(unknown, contract, setting)
    let isBound = false
    for (const format of setting.descriptors.calls.get(data.slice(0, 10)) ?? []) {
      const { claims, deployments, signature } = format
      if (deployments === null ? isBound : !deployments.has(deploymentKey(setting.chainId, contract)))
        continue
      isBound = deployments !== null
      const decoded = decodeParameters(signature.inputs, data.slice(10))
      if (decoded === null) continue
      const token = claims === null ? undefined : yield* setting.token(contract, setting.chainId)
      if (claims === "token" ? token == null : claims === "collectible" && token !== null) continue
      const scope = {
        root: decoded.values,
        here: decoded.values,
        at: [],
        json: format.json,
        container: container({ from, to: contract, value: call.value, chainId: setting.chainId }),
      }
      const explained = yield* explanationBy(format, scope, setting)
      if (explained === null) continue
      const rest = decoded.rest === "" ? [] : [fieldOf("More data", text(bounded(`0x${decoded.rest}`)))]
      return { ...unknown, ...explained, fields: [...explained.fields, ...rest] }
    }
    return unknown
  })

/** What carries a call or a message. Without `to` where no contract is known. */
export const container = ({
  chainId,
  from,
  to,
  value,
}: {
  readonly chainId: bigint
  readonly from: string
  readonly to: string | null
  readonly value: bigint
}): Struct => ({
  _tag: "Struct",
  members: new Map<string, Value>([
    ["from", addressValue(from)],
    ...(to === null ? [] : [["to", addressValue(to)] as const]),
    ["value", { _tag: "Integer", value }],
    ["chainId", { _tag: "Integer", value: chainId }],
  ]),
})

const addressValue = (address: string): Value => ({
  _tag: "Address",
  address: `0x${address.slice(-40).toLowerCase()}`,
})

const unknownCall = ({ data, to, value }: WalletCall): Explanation => ({
  intent: null,
  sentence: null,
  owner: null,
  contractName: null,
  contract: checksum(to),
  value,
  fields: [],
  digest: keccak256(bytesOf(data)),
})

const bytesOf = (data: string): Hex => (isHexBytes(data) ? data : textToHex(data))

const plainTransfer = (unknown: Explanation, to: string, setting: Setting): Explanation => {
  const currency = setting.read.network(setting.chainId)?.currency
  return {
    ...unknown,
    intent: "Send",
    fields: [
      fieldOf("Amount", {
        text:
          currency === undefined
            ? `${unknown.value} base units`
            : amountText(unknown.value, currency.decimals, bounded(currency.symbol)),
        value: { _tag: "Amount", units: unknown.value, token: null, unlimited: false },
        isWhole: true,
      }),
      fieldOf("To", addressTold(setting, to)),
    ],
  }
}
