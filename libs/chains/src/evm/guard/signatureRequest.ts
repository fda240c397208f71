import { toMessageRequest } from "../../text/messageRequest.ts"
import { invalidParamsError } from "../../wallet/ProviderError.ts"
import { decodeHex, encodeTextHex, isHexAddress } from "../Hex.ts"
import { cloneRequest, type RequestJson } from "./cloneRequest.ts"
import {
  type GuardedRequest,
  isJsonList,
  isJsonObject,
  noSubmission,
  parseAddress,
  unknownRequest,
} from "./GuardedRequest.ts"
import { readAddress, readBytes } from "./lenient.ts"

/** Source: EIP-712. */
const typedDataMembers: ReadonlySet<string> = new Set(["types", "primaryType", "domain", "message"])

/**
 * Parses EIP-712 typed data. Params after the second, such as a version, are for others than a wallet: they are not sent
 * on.
 */
export const parseTypedDataRequest = (method: string, params: readonly RequestJson[]): GuardedRequest => {
  const [account, asked] = params
  // Text that two parsers could decode differently, such as a duplicate key, is replaced by an unambiguous one.
  const given = typeof asked === "string" ? cloneRequest(parseJson(asked)) : asked
  if (!isJsonObject(given)) throw invalidParamsError("This is not valid typed data.")
  // A wallet gets what is reviewed, and no member that it may read in a way of its own.
  const read = Object.fromEntries(Object.entries(given).filter(([name]) => typedDataMembers.has(name)))
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
  if (readAddress(one) !== null && two !== undefined && !isJsonList(two))
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
