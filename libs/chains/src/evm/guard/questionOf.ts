import type { CaipNetworkId } from "@wmodal/protocol"
import type { Leaving, PageQuestion } from "../../contract/Door.ts"
import type { ChainTransaction } from "../../contract/Transfer.ts"
import type { WalletCall } from "../../contract/WalletCalls.ts"
import { caipOf, chainIdFrom } from "../chainId.ts"
import { checksum } from "../checksum.ts"
import {
  bytesToHex,
  type Hex,
  hexToBytes,
  isAddress,
  isHexBytes,
  quantityFromHex,
  textToHex,
} from "../Hex.ts"
import { invalid } from "./ProviderError.ts"
import { type Json, snapshot } from "./snapshot.ts"

/** What a page asks, and the words in which the wallet will hear it: those two, and nothing else, are made of it. */
export interface Question extends Pick<PageQuestion, "request" | "from" | "network" | "leaves"> {
  readonly method: string
  readonly params: readonly Json[]
}

type JsonObject = { readonly [key: string]: Json }

const nothing: Leaving = { _tag: "Nothing" }

/** Throws a `ProviderError` where it makes no sense, or could be read in two ways: the wallet is not asked then. */
export const questionOf = (method: string, given: unknown): Question => {
  const copied = snapshot(given ?? [])
  // Params by name: nobody here can read them.
  if (!isList(copied)) return other(method, [copied])
  switch (method) {
    case "eth_sendTransaction":
    case "eth_signTransaction":
      return transaction(method, copied)
    case "wallet_sendCalls":
      return calls(method, copied)
    case "eth_signTypedData_v3":
    case "eth_signTypedData_v4":
      return typedData(method, copied)
    case "personal_sign":
      return message(method, copied)
    default:
      return other(method, copied)
  }
}

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !isList(value)

const other = (method: string, params: readonly Json[]): Question => ({
  method,
  params,
  request: { _tag: "Other", method, params: JSON.stringify(params) },
  from: null,
  network: null,
  leaves: nothing,
})

const addressOf = (value: Json | undefined, what: string): string => {
  const address = typeof value === "string" && isAddress(value) ? checksum(value) : null
  if (address === null) throw invalid(`${what} is no address.`)
  return address
}

const quantityOf = (value: Json | undefined, what: string): bigint => {
  const quantity = quantityFromHex(value)
  if (quantity === null) throw invalid(`${what} is no quantity: 0x-hex is expected.`)
  return quantity
}

const bytesOf = (value: Json | undefined, what: string): Hex => {
  if (!isHexBytes(value)) throw invalid(`${what} is no bytes: 0x-hex is expected.`)
  return value
}

const networkOf = (value: Json | undefined): CaipNetworkId | null => {
  if (value === undefined || value === null) return null
  const id = chainIdFrom(value)
  if (id === null) throw invalid("chainId is no chain id.")
  return caipOf(id)
}

/** What says how much a transaction may cost, and its place; wallets show and check these themselves. */
const terms = ["gas", "gasPrice", "maxFeePerGas", "maxPriorityFeePerGas", "nonce"] as const
const known: ReadonlySet<string> = new Set([
  "from",
  "to",
  "value",
  "data",
  "input",
  "chainId",
  "type",
  "accessList",
  ...terms,
])

const transaction = (method: string, params: readonly Json[]): Question => {
  const [asked, ...rest] = params
  if (!isObject(asked) || rest.length > 0) throw invalid("One transaction is expected.")
  // Code for an account (EIP-7702), blobs, and whatever comes next.
  if (Object.keys(asked).some((key) => !known.has(key))) return other(method, params)
  const data = dataOf(asked)
  const made: ChainTransaction = {
    to: asked["to"] === undefined || asked["to"] === null ? null : addressOf(asked["to"], "to"),
    value: hexOf(asked["value"] ?? "0x0", "value"),
    data,
    ...Object.fromEntries(
      terms.flatMap((term) => {
        const value = asked[term]
        return value === undefined || value === null ? [] : [[term, hexOf(value, term)]]
      }),
    ),
  }
  return {
    method,
    params,
    request: { _tag: "Transaction", transaction: made },
    from: addressOf(asked["from"], "from"),
    network: networkOf(asked["chainId"]),
    leaves: method === "eth_sendTransaction" ? { _tag: "Transaction", transaction: made } : nothing,
  }
}

const hexOf = (value: Json, what: string): string => `0x${quantityOf(value, what).toString(16)}`

/** `data` and `input` mean the same: which of two a wallet takes is anybody's guess. */
const dataOf = ({ data, input }: JsonObject): Hex => {
  const [one, two] = [bytesOf(data ?? input ?? "0x", "data"), bytesOf(input ?? data ?? "0x", "input")]
  if (one.toLowerCase() !== two.toLowerCase()) throw invalid("data and input differ.")
  return one
}

const calls = (method: string, params: readonly Json[]): Question => {
  const [asked, ...rest] = params
  if (!isObject(asked) || rest.length > 0 || !isList(asked["calls"])) throw invalid("One batch is expected.")
  const [first, ...others] = asked["calls"].map((call) => callOf(call))
  if (first === undefined) throw invalid("The batch is empty.")
  const { from, id } = asked
  if (id !== undefined && (typeof id !== "string" || id === "" || id.length > 4096))
    throw invalid("id is no id of a batch.")
  const named = id ?? bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
  // What makes a contract has no address to show, and what is asked of the wallet beside may mean anything.
  const legible = first !== null && others.every((call) => call !== null) && !asksMore(asked)
  const batch: readonly [WalletCall, ...WalletCall[]] | null = legible
    ? [first, ...others.filter((call) => call !== null)]
    : null
  // Named by us where the page has not, so that it can be looked for if the answer is lost.
  const asking = [{ ...asked, id: named }]
  return {
    method,
    params: asking,
    request:
      batch === null
        ? { _tag: "Other", method, params: JSON.stringify(asking) }
        : { _tag: "Calls", calls: batch },
    from: from === undefined || from === null ? null : addressOf(from, "from"),
    network: networkOf(asked["chainId"]),
    leaves: { _tag: "Batch", id: named },
  }
}

/** How it is paid for, and whether all of it happens or nothing, changes nothing of what it does. */
const harmless: ReadonlySet<string> = new Set(["atomic", "paymasterService", "auxiliaryFunds"])

const asksMore = ({ capabilities }: JsonObject): boolean =>
  capabilities !== undefined &&
  (!isObject(capabilities) || Object.keys(capabilities).some((key) => !harmless.has(key)))

/** `null` for a call that makes a contract, or asks for more than a call. */
const callOf = (call: Json): WalletCall | null => {
  if (!isObject(call)) throw invalid("A call of the batch is none.")
  const { data, to, value } = call
  const made = {
    value: quantityOf(value ?? "0x0", "value"),
    data: bytesOf(data ?? "0x", "data"),
  }
  if (to === undefined || to === null || asksMore(call)) return null
  return { ...made, to: addressOf(to, "to") }
}

const typedData = (method: string, params: readonly Json[]): Question => {
  const [account, asked, ...rest] = params
  if (rest.length > 0) throw invalid("An account and typed data are expected.")
  // Text that two readers could read differently, such as a key given twice, is made one of which they cannot.
  const read = typeof asked === "string" ? snapshot(parsed(asked)) : asked
  if (!isObject(read)) throw invalid("This is no typed data.")
  const text = JSON.stringify(read)
  return {
    method,
    params: [account ?? null, typeof asked === "string" ? text : read],
    request: { _tag: "TypedData", typedData: text },
    from: addressOf(account, "The account"),
    network: null,
    leaves: nothing,
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid("This is no JSON.")
  }
}

const isAccount = (value: Json | undefined) => typeof value === "string" && isAddress(value)

const message = (method: string, params: readonly Json[]): Question => {
  const [one, two, ...rest] = params
  if (rest.some((more) => more !== "" && more !== null))
    throw invalid("A message and an account are expected.")
  // Some pages give them the other way round.
  const [asked, account] = isAccount(one) && !isAccount(two) ? [two, one] : [one, two]
  if (typeof asked !== "string") throw invalid("The message is no text.")
  // Half a byte at its end: text to one wallet, bytes to another.
  if (/^0x/i.test(asked) && !isHexBytes(asked)) throw invalid("The message is neither bytes nor text.")
  const bytes = isHexBytes(asked) ? asked : textToHex(asked)
  return {
    method,
    params: [bytes, account ?? null],
    request: { _tag: "Message", message: textIn(bytes) },
    from: addressOf(account, "The account"),
    network: null,
    leaves: nothing,
  }
}

/** As a person would read it; the bytes where they are no text, or text that looks like bytes. */
const textIn = (bytes: Hex): string => {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(hexToBytes(bytes))
    return /^0x/i.test(text) || text === "" ? bytes : text
  } catch {
    return bytes
  }
}
