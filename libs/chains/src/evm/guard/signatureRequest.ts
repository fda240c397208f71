import { toMessageRequest } from "../../text/messageRequest.ts"
import { invalidParamsError } from "../../wallet/ProviderError.ts"
import { decodeHex, encodeTextHex, isHexAddress } from "../Hex.ts"
import { cloneRequest, type RequestJson } from "./cloneRequest.ts"
import {
  type GuardedRequest,
  isJsonList,
  isJsonObject,
  type JsonObject,
  noSubmission,
  parseAddress,
  readOwn,
  unknownRequest,
} from "./GuardedRequest.ts"
import { readAddress, readBytes } from "./lenient.ts"

/** Source: EIP-712. */
const typedDataMembers: ReadonlySet<string> = new Set(["types", "primaryType", "domain", "message"])

/** The members of a domain in the order of EIP-712, which has it if the dApp declares none. */
export const defaultDomainMembers = [
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "verifyingContract", type: "address" },
  { name: "salt", type: "bytes32" },
]

/**
 * Declares the domain where the dApp does not: a library derives it from the members, and MetaMask would sign without
 * one. Throws a `ProviderError` for a member that has no type then.
 */
const declareDomain = (read: JsonObject): JsonObject => {
  const [domain, types] = [readOwn(read, "domain"), readOwn(read, "types")]
  if (!isJsonObject(domain) || !isJsonObject(types) || Object.hasOwn(types, "EIP712Domain")) return read
  const unknown = Object.keys(domain).find((name) => defaultDomainMembers.every((one) => one.name !== name))
  if (unknown !== undefined) throw invalidParamsError(`domain has a member without a type: ${unknown}.`)
  const declared = defaultDomainMembers.filter(({ name }) => Object.hasOwn(domain, name))
  return { ...read, types: { EIP712Domain: declared, ...types } }
}

/**
 * Parses EIP-712 typed data, in either order of params. Params after the second, such as a version, are for others than a
 * wallet: they are not sent on.
 */
export const parseTypedDataRequest = (method: string, params: readonly RequestJson[]): GuardedRequest => {
  const [one, two] = params
  const [account, asked] = isAddressParam(two) && !isAddressParam(one) ? [two, one] : [one, two]
  // Text that two parsers could decode differently, such as a duplicate key, is replaced by an unambiguous one.
  const given = typeof asked === "string" ? cloneRequest(parseJson(asked)) : asked
  if (!isJsonObject(given)) throw invalidParamsError("This is not valid typed data.")
  // A wallet gets what is reviewed, and no member that it may read in a way of its own.
  const read = declareDomain(
    Object.fromEntries(Object.entries(given).filter(([name]) => typedDataMembers.has(name))),
  )
  const text = JSON.stringify(read)
  return {
    method,
    params: [toPlainAccount(account), typeof asked === "string" ? text : read],
    request: { _tag: "TypedData", typedData: text },
    from: parseAddress(account, "The account"),
    network: null,
    submission: noSubmission,
  }
}

/**
 * Parses the method that has two meanings: an account and EIP-712 typed data, or MetaMask's first version, a list of
 * values and an account. Nothing reads the latter, but its account is known.
 */
export const parseFirstTypedDataRequest = (
  method: string,
  params: readonly RequestJson[],
): GuardedRequest => {
  const [one, two] = params
  const isTyped = (asked: RequestJson | undefined) => asked !== undefined && !isJsonList(asked)
  if (isAddressParam(one) ? isTyped(two) : isAddressParam(two) && isTyped(one))
    return parseTypedDataRequest(method, params)
  return isJsonList(one) && readAddress(two) !== null
    ? {
        ...unknownRequest(method, [one, toPlainAccount(two)]),
        from: parseAddress(two, "The account"),
      }
    : unknownRequest(method, params)
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidParamsError("This is not valid JSON.")
  }
}

const isAccountParam = (value: RequestJson | undefined): value is string =>
  typeof value === "string" && isHexAddress(value)

/** Typed data is no address in any form. */
const isAddressParam = (value: RequestJson | undefined): boolean => readAddress(value) !== null

/** Returns the account that was checked, in the form that every wallet takes. Throws as `parseAddress` does. */
const toPlainAccount = (value: RequestJson | undefined): string =>
  readAddress(value) ?? parseAddress(value, "The account")

/**
 * Parses a message. Hex is bytes, as MetaMask reads it, and the wallet gets it whole: to another, half a byte or a prefix
 * in capitals would be text. Params after the second, such as a node's password, are not sent on.
 */
export const parseMessageRequest = (method: string, params: readonly RequestJson[]): GuardedRequest => {
  const [one, two] = params
  // Some dApps swap the two params.
  const [asked, account] = isAccountParam(one) && !isAccountParam(two) ? [two, one] : [one, two]
  if (typeof asked !== "string") throw invalidParamsError("The message is not a valid text.")
  const bytes = (/^0x/i.test(asked) ? readBytes(asked) : null) ?? encodeTextHex(asked)
  return {
    method,
    params: [bytes, toPlainAccount(account)],
    request: toMessageRequest(decodeHex(bytes)),
    from: parseAddress(account, "The account"),
    network: null,
    submission: noSubmission,
  }
}
