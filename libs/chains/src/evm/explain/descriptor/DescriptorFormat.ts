import type { Hex } from "../../Hex.ts"
import { type FunctionSignature, parseSignature } from "../data/FunctionSignature.ts"
import { parsePath } from "../path/DescriptorPath.ts"
import type { Descriptor } from "./Descriptor.ts"
import { type DescriptorField, type DescriptorJson, getValueFields, parseFields } from "./DescriptorField.ts"

/** The display format of one function or message. */
export interface DescriptorFormat {
  readonly intent: string
  /** The sentence with placeholders, such as `{_value}`. */
  readonly sentence: string | null
  readonly fields: readonly DescriptorField[]
  /** The whole descriptor, for `$.` paths. */
  readonly json: unknown
  readonly owner: string | null
  readonly contractName: string | null
  /** True if what it reads still counts as unread. */
  readonly describesOnly: boolean
  /** The token metadata to use if the contract itself reports none. */
  readonly token: { readonly symbol: string; readonly decimals: number } | null
}

export interface CallFormat extends DescriptorFormat {
  readonly signature: FunctionSignature
  /** `chain id:address in lower case`; `null` if the format applies to any contract. */
  readonly deployments: ReadonlySet<string> | null
  /**
   * The required kind of contract, if the format applies to any: the same selector has an amount in one and a
   * collectible in the other.
   */
  readonly claims: "token" | "collectible" | null
}

export interface MessageFormat extends DescriptorFormat {
  /** The type as EIP-712 encodes it. */
  readonly type: string
  readonly deployments: ReadonlySet<string> | null
  readonly domain: DescriptorJson
  readonly domainSeparator: Hex | null
  /** True if the message cannot be explained without a verifying contract. */
  readonly needsContract: boolean
}

export const toDeploymentKey = (chainId: bigint | number, address: string) =>
  `${chainId}:${address.toLowerCase()}`

/** Parses the formats of one descriptor. @returns the reason as text if it is invalid. */
export const parseFormats = (
  descriptor: Descriptor,
  json: unknown,
  describesOnly?: RegExp,
): { readonly calls: readonly CallFormat[]; readonly messages: readonly MessageFormat[] } | string => {
  const calls: CallFormat[] = []
  const messages: MessageFormat[] = []
  const { contract, eip712 } = descriptor.context
  if ((contract === undefined) === (eip712 === undefined))
    return "it needs either a contract or an eip712 context"
  for (const [key, format] of Object.entries(descriptor.display.formats)) {
    const fields = parseFields(format.fields ?? [], descriptor.display.definitions ?? {})
    if (fields === null) return `its fields could not be read: ${key}`
    const { owner, contractName, token } = descriptor.metadata ?? {}
    const shared: DescriptorFormat = {
      intent: formatIntent(format.intent) ?? key.slice(0, key.indexOf("(")),
      sentence: format.interpolatedIntent ?? null,
      fields,
      json,
      owner: owner ?? null,
      contractName: contractName ?? null,
      describesOnly: describesOnly?.test(key) ?? false,
      token: token == null ? null : { symbol: token.ticker, decimals: token.decimals },
    }
    if (eip712 !== undefined) {
      messages.push({
        ...shared,
        type: normalizeTypeKey(key),
        deployments: toDeploymentKeys(eip712.deployments),
        domain: eip712.domain ?? {},
        domainSeparator: toLowerCaseHex(eip712.domainSeparator),
        needsContract: getClaims(fields) !== null,
      })
      continue
    }
    const signature = parseSignature(key)
    if (signature === null) return `no signature with parameter names: ${key}`
    // The contracts of a factory cannot be determined without network requests.
    if (contract?.factory !== undefined || contract?.addressMatcher !== undefined) continue
    const deployments = toDeploymentKeys(contract?.deployments)
    calls.push({ ...shared, signature, deployments, claims: deployments === null ? getClaims(fields) : null })
  }
  return { calls, messages }
}

const formatIntent = (intent: Descriptor["display"]["formats"][string]["intent"]): string | null => {
  if (intent == null || typeof intent === "string") return intent ?? null
  return Object.entries(intent)
    .map(([label, text]) => `${label}: ${text}`)
    .join(", ")
}

const toDeploymentKeys = (
  deployments: readonly { readonly chainId: number; readonly address: string }[] | undefined,
) =>
  deployments === undefined
    ? null
    : new Set(deployments.map(({ address, chainId }) => toDeploymentKey(chainId, address)))

const getClaims = (fields: readonly DescriptorField[]): CallFormat["claims"] => {
  for (const { format, params } of getValueFields(fields)) {
    if (format === "tokenAmount" && isContract(params["tokenPath"] ?? params["token"])) return "token"
    if (format === "nftName" && isContract(params["collectionPath"] ?? params["collection"]))
      return "collectible"
  }
  return null
}

const isContract = (param: unknown) => {
  const path = typeof param === "string" ? parsePath(param) : null
  const [step] = path?.steps ?? []
  return path?.root === "@" && step?._tag === "Member" && step.name === "to"
}

/** Normalizes a type to its EIP-712 encoding: no white space except one between a type and a name. */
const normalizeTypeKey = (key: string) =>
  key
    .replace(/\s+/g, " ")
    .replace(/ ?([(),]) ?/g, "$1")
    .trim()

const toLowerCaseHex = (text: string | undefined): Hex | null =>
  text === undefined ? null : `0x${text.replace(/^0x/i, "").toLowerCase()}`
