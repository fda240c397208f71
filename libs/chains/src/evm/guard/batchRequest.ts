import type { WalletCall } from "../../contract/WalletCalls.ts"
import { invalidParamsError } from "../../wallet/ProviderError.ts"
import { encodeHex } from "../Hex.ts"
import type { RequestJson } from "./cloneRequest.ts"
import {
  type GuardedRequest,
  isJsonList,
  isJsonObject,
  type JsonObject,
  parseAddress,
  parseBytes,
  parseChainId,
  parseQuantityParam,
} from "./GuardedRequest.ts"

/** Nobody reads more. */
const maxCalls = 100
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

export const parseBatchRequest = (method: string, params: readonly RequestJson[]): GuardedRequest => {
  const [asked, ...rest] = params
  if (!isJsonObject(asked) || rest.length > 0 || !isJsonList(asked["calls"]))
    throw invalidParamsError("One batch is expected.")
  const [first, ...others] = asked["calls"].map((call) => parseCall(call))
  if (first === undefined) throw invalidParamsError("The batch is empty.")
  if (others.length >= maxCalls) throw invalidParamsError("The batch is too long.")
  const { from, id } = asked
  if (id !== undefined && (typeof id !== "string" || id === "" || id.length > 4096))
    throw invalidParamsError("id is no id of a batch.")
  const named = id ?? encodeHex(crypto.getRandomValues(new Uint8Array(32)))
  // What makes a contract has no address to show, and what is asked of the wallet beside may mean anything.
  const legible = first !== null && others.every((call) => call !== null) && !hasUnknownKeys(asked, batchKeys)
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
    from: parseAddress(from, "from"),
    network: parseChainId(asked["chainId"]),
    submission: { _tag: "Batch", id: named },
  }
}

/** How it is paid for, and whether all of it happens or nothing, changes nothing of what it does. */
const harmlessCapabilities: ReadonlySet<string> = new Set(["atomic", "paymasterService", "auxiliaryFunds"])

const hasUnknownKeys = (asked: JsonObject, keys: ReadonlySet<string>): boolean => {
  const { capabilities } = asked
  const wanted = capabilities === undefined ? {} : capabilities
  return (
    Object.keys(asked).some((key) => !keys.has(key)) ||
    !isJsonObject(wanted) ||
    Object.keys(wanted).some((key) => !harmlessCapabilities.has(key))
  )
}

/** `null` for a call that makes a contract, or asks for more than a call. */
const parseCall = (call: RequestJson): WalletCall | null => {
  if (!isJsonObject(call)) throw invalidParamsError("A call of the batch is none.")
  const { data, to, value } = call
  const made = {
    value: parseQuantityParam(value ?? "0x0", "value"),
    data: parseBytes(data ?? "0x", "data"),
  }
  if (to === undefined || to === null || hasUnknownKeys(call, callKeys)) return null
  return { ...made, to: parseAddress(to, "to") }
}
