import type { CaipNetworkId } from "@wmodal/protocol"
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
  readOwn,
} from "./GuardedRequest.ts"
import { isEmpty } from "./lenient.ts"
import { isChangingMember, takeData, toPlainMember } from "./transactionRequest.ts"

/** The maximum number of calls. */
const maxCalls = 100
/** The standard fields of a batch and its calls. Source: EIP-5792. */
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
/** What a call may repeat, or call otherwise. */
const repeatedKeys: ReadonlySet<string> = new Set(["chainId", "from", "input"])
const namedKeys: ReadonlySet<string> = new Set([...callKeys, ...repeatedKeys])
/** A key of its own may sign from then on. */
const isGranting = (name: string) => name === "permissions" || isChangingMember(name)

export const parseBatchRequest = (method: string, params: readonly RequestJson[]): GuardedRequest => {
  const [given, ...rest] = params
  const calls = isJsonObject(given) ? readOwn(given, "calls") : undefined
  if (!isJsonObject(given) || rest.some(isJsonObject) || !isJsonList(calls))
    throw invalidParamsError("Expected one batch.")
  const network = parseChainId(readOwn(given, "chainId"))
  const listed = calls.map((call) => toPlainCall(call, given, network))
  const asked: JsonObject = {
    ...toPlainMembers(given, batchKeys),
    calls: listed,
  }
  if (!["undefined", "boolean"].includes(typeof readOwn(asked, "atomicRequired")))
    throw invalidParamsError("atomicRequired is not a boolean.")
  const [first, ...others] = listed.map((call) => parseCall(call))
  if (first === undefined) throw invalidParamsError("The batch is empty.")
  if (others.length >= maxCalls)
    throw invalidParamsError(
      `The batch has ${others.length + 1} calls, and at most ${maxCalls} can be reviewed.`,
    )
  const [from, id] = [readOwn(asked, "from"), readOwn(asked, "id")]
  if (id !== undefined && (typeof id !== "string" || id === "" || id.length > 4096))
    throw invalidParamsError("id is not a valid batch ID.")
  const named = id ?? encodeHex(crypto.getRandomValues(new Uint8Array(32)))
  // A contract creation has no address to show, and what changes a call may have any effect.
  const legible = first !== null && others.every((call) => call !== null) && !hasUnknownKeys(asked, batchKeys)
  const batch: readonly [WalletCall, ...WalletCall[]] | null = legible
    ? [first, ...others.filter((call) => call !== null)]
    : null
  // Sets an id if the dApp has not, so that the batch can be queried if the response is lost.
  const asking = [{ ...asked, id: named }]
  return {
    method,
    params: asking,
    request:
      batch === null
        ? { _tag: "Other", method, params: JSON.stringify(asking) }
        : { _tag: "Calls", calls: batch },
    // Without a `from`, a wallet uses its current account.
    from: parseAddress(from, "from"),
    network,
    submission: { _tag: "Batch", id: named },
  }
}

/**
 * The capabilities for payment and atomicity, which do not change the effect of the calls, with their members. Source:
 * EIP-5792, ERC-7677, ERC-7682.
 */
const harmlessCapabilities: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["atomic", new Set(["optional", "required", "status", "supported"])],
  ["paymasterService", new Set(["optional", "supported", "url", "context"])],
  ["auxiliaryFunds", new Set(["optional", "supported", "requiredAssets"])],
])

/** A capability is a flag, or an object of the members that it is known to have. */
const isHarmlessCapability = ([name, wanted]: readonly [string, RequestJson]): boolean => {
  const members = harmlessCapabilities.get(name)
  return (
    members !== undefined &&
    (typeof wanted === "boolean" ||
      (isJsonObject(wanted) && Object.keys(wanted).every((member) => members.has(member))))
  )
}

const hasUnknownKeys = (asked: JsonObject, keys: ReadonlySet<string>): boolean => {
  const wanted = readOwn(asked, "capabilities") ?? {}
  return (
    Object.keys(asked).some((key) => !keys.has(key)) ||
    !isJsonObject(wanted) ||
    !Object.entries(wanted).every(isHarmlessCapability)
  )
}

/**
 * Returns a call in the one form that every wallet takes, without the batch's own chain and account, which drafts of
 * EIP-5792 and helpers for single transactions name in each, and without what is no part of a call, such as gas.
 */
const toPlainCall = (call: RequestJson, batch: JsonObject, network: CaipNetworkId | null): JsonObject => {
  if (!isJsonObject(call)) throw invalidParamsError("A call of the batch is not valid.")
  const named = toPlainMembers(call, namedKeys)
  const [chainId, from, data] = [readOwn(named, "chainId"), readOwn(named, "from"), takeData(named)]
  const said = Object.fromEntries(Object.entries(named).filter(([name]) => !repeatedKeys.has(name)))
  return {
    ...said,
    ...(data !== undefined && { data: parseBytes(data, "data") }),
    ...(chainId !== undefined && (network === null || parseChainId(chainId) !== network) && { chainId }),
    ...(from !== undefined &&
      parseAddress(from, "from") !== parseAddress(readOwn(batch, "from"), "from") && { from }),
  }
}

/**
 * Returns the members that say something, with numbers and bytes as 0x-hex. Surplus ones are left out, so that no wallet
 * gets them, but none that would make more of a call.
 */
const toPlainMembers = (given: JsonObject, keys: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      isEmpty(value) || name === "calls" || !(keys.has(name) || isGranting(name))
        ? []
        : [[name, name === "capabilities" ? toPlainCapabilities(value) : toPlainMember(name, value)]],
    ),
  )

/** Returns capabilities without those that are unknown and optional: a wallet may ignore these. Source: EIP-5792. */
const toPlainCapabilities = (given: RequestJson): RequestJson =>
  isJsonList(given) && given.length === 0
    ? {}
    : isJsonObject(given)
      ? Object.fromEntries(
          Object.entries(given).filter(
            ([name, wanted]) =>
              harmlessCapabilities.has(name) || !isJsonObject(wanted) || readOwn(wanted, "optional") !== true,
          ),
        )
      : given

/** Returns `null` for a call that creates a contract, or has more fields than a call. */
const parseCall = (call: JsonObject): WalletCall | null => {
  const [data, to, value] = ["data", "to", "value"].map((name) => readOwn(call, name))
  const made = {
    value: parseQuantityParam(value ?? "0x0", "value"),
    data: parseBytes(data ?? "0x", "data"),
  }
  if (to === undefined || hasUnknownKeys(call, callKeys)) return null
  return { ...made, to: parseAddress(to, "to") }
}
