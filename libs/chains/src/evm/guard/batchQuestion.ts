import type { WalletCall } from "../../contract/WalletCalls.ts"
import { invalid } from "../../wallet/ProviderError.ts"
import { bytesToHex } from "../Hex.ts"
import {
  addressOf,
  bytesOf,
  isList,
  isObject,
  type JsonObject,
  networkOf,
  type Question,
  quantityOf,
} from "./Question.ts"
import type { Json } from "./snapshot.ts"

/** Nobody reads more. */
const mostCalls = 100
/** What a batch, and a call of it, say by the standard. Anything else may mean anything. Source: EIP-5792. */
const batchKeys: ReadonlySet<string> = new Set([
  "version",
  "id",
  "from",
  "chainId",
  "atomicRequired",
  "calls",
  "capabilities",
])
const callKeys: ReadonlySet<string> = new Set(["to", "value", "data", "capabilities"])

export const batchQuestion = (method: string, params: readonly Json[]): Question => {
  const [asked, ...rest] = params
  if (!isObject(asked) || rest.length > 0 || !isList(asked["calls"])) throw invalid("One batch is expected.")
  const [first, ...others] = asked["calls"].map((call) => callOf(call))
  if (first === undefined) throw invalid("The batch is empty.")
  if (others.length >= mostCalls) throw invalid("The batch is too long.")
  const { from, id } = asked
  if (id !== undefined && (typeof id !== "string" || id === "" || id.length > 4096))
    throw invalid("id is no id of a batch.")
  const named = id ?? bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
  // What makes a contract has no address to show, and what is asked of the wallet beside may mean anything.
  const legible = first !== null && others.every((call) => call !== null) && !asksMore(asked, batchKeys)
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
    // Where it is not named, a wallet takes whichever account it is on.
    from: addressOf(from, "from"),
    network: networkOf(asked["chainId"]),
    leaves: { _tag: "Batch", id: named },
  }
}

/** How it is paid for, and whether all of it happens or nothing, changes nothing of what it does. */
const harmless: ReadonlySet<string> = new Set(["atomic", "paymasterService", "auxiliaryFunds"])

const asksMore = (asked: JsonObject, keys: ReadonlySet<string>): boolean => {
  const { capabilities } = asked
  const wanted = capabilities === undefined ? {} : capabilities
  return (
    Object.keys(asked).some((key) => !keys.has(key)) ||
    !isObject(wanted) ||
    Object.keys(wanted).some((key) => !harmless.has(key))
  )
}

/** `null` for a call that makes a contract, or asks for more than a call. */
const callOf = (call: Json): WalletCall | null => {
  if (!isObject(call)) throw invalid("A call of the batch is none.")
  const { data, to, value } = call
  const made = {
    value: quantityOf(value ?? "0x0", "value"),
    data: bytesOf(data ?? "0x", "data"),
  }
  if (to === undefined || to === null || asksMore(call, callKeys)) return null
  return { ...made, to: addressOf(to, "to") }
}
