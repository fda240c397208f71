import { toMessageRequest } from "../../text/messageRequest.ts"
import { invalidParamsError } from "../../wallet/ProviderError.ts"
import { decodeHex, encodeTextHex, isHexAddress, isHexBytes } from "../Hex.ts"
import { cloneRequest, type RequestJson } from "./cloneRequest.ts"
import { type GuardedRequest, isJsonObject, noSubmission, parseAddress } from "./GuardedRequest.ts"

/** Source: EIP-712. */
const typedDataMembers: ReadonlySet<string> = new Set(["types", "primaryType", "domain", "message"])

export const parseTypedDataRequest = (method: string, params: readonly RequestJson[]): GuardedRequest => {
  const [account, asked, ...rest] = params
  if (isSurplus(rest)) throw invalidParamsError("Expected an account and typed data.")
  // Text that two parsers could decode differently, such as a duplicate key, is replaced by an unambiguous one.
  const given = typeof asked === "string" ? cloneRequest(parseJson(asked)) : asked
  if (!isJsonObject(given)) throw invalidParamsError("This is not valid typed data.")
  // A wallet gets what is reviewed, and no member that it may read in a way of its own.
  const read = Object.fromEntries(Object.entries(given).filter(([name]) => typedDataMembers.has(name)))
  const text = JSON.stringify(read)
  return {
    method,
    params: [account ?? null, typeof asked === "string" ? text : read],
    request: { _tag: "TypedData", typedData: text },
    from: parseAddress(account, "The account"),
    network: null,
    submission: noSubmission,
  }
}

/**
 * A third parameter, such as a node's password or a version, is for others than a wallet: it is not sent on. More are of
 * another method.
 */
const isSurplus = (rest: readonly RequestJson[]): boolean =>
  rest.filter((more) => more !== "" && more !== null).length > 1

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidParamsError("This is not valid JSON.")
  }
}

const isAccountParam = (value: RequestJson | undefined) => typeof value === "string" && isHexAddress(value)

export const parseMessageRequest = (method: string, params: readonly RequestJson[]): GuardedRequest => {
  const [one, two, ...rest] = params
  if (isSurplus(rest)) throw invalidParamsError("Expected a message and an account.")
  // Some dApps swap the two params.
  const [asked, account] = isAccountParam(one) && !isAccountParam(two) ? [two, one] : [one, two]
  if (typeof asked !== "string") throw invalidParamsError("The message is not a valid text.")
  // An odd number of hex digits, or a prefix in capitals, is text to one wallet and bytes to another.
  if (/^0x[0-9a-f]*$/i.test(asked) && !isHexBytes(asked))
    throw invalidParamsError("The message is neither bytes nor text.")
  const bytes = isHexBytes(asked) ? asked : encodeTextHex(asked)
  return {
    method,
    params: [bytes, account ?? null],
    request: toMessageRequest(decodeHex(bytes)),
    from: parseAddress(account, "The account"),
    network: null,
    submission: noSubmission,
  }
}
