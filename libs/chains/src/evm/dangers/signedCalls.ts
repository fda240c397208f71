import type { RequestWarning } from "../../contract/Explanation.ts"
import type { WalletCall } from "../../contract/WalletCalls.ts"
import type { Trade } from "../../effects/Trade.ts"
import {
  type AbiValue,
  getAddressText,
  getBytes,
  getInteger,
  getItems,
  getMember,
  getMembers,
} from "../explain/data/AbiValue.ts"
import type { DecodedTypedData } from "../explain/data/DecodedTypedData.ts"
import { decodeCallHandovers } from "./decodeCallHandovers.ts"
import { decodeCallTrades, isCallTrade } from "./decodeCallTrades.ts"
import { exchangeLayouts } from "./exchangeLayouts.ts"
import { listNestedCalls } from "./FunctionCall.ts"
import { isBurn } from "./isBurn.ts"
import { isGiveaway } from "./isGiveaway.ts"
import { readMessage } from "./MessageReader.ts"
import { toHandoverWarnings } from "./toHandoverWarnings.ts"

/** What the calls do that a signature lets others execute. No node simulates them. */
export interface SignedCalls {
  /** The account that executes them: a Safe, or the signer. Any case. */
  readonly account: string
  readonly trades: readonly Trade[]
  readonly dangers: readonly RequestWarning[]
}

/**
 * Judges the calls of a message like those of a transaction of the account that executes them. Only of a Safe is it known
 * how it executes them; those of any other message count as not read. Source: Safe, ERC-2771, ERC-4337.
 */
export const judgeSignedCalls = (
  { domain, message, type }: DecodedTypedData,
  { chainId, from }: { readonly chainId: bigint; readonly from: string },
): SignedCalls => {
  const contract = readMessage(domain).address("verifyingContract")
  const isSafe = type.startsWith("SafeTx(")
  const account = isSafe && contract !== "" ? contract : from
  const { calls, hasData, isComplete } = collectCalls(message, contract)
  const isLost = calls.some((call) => isBurn(call) || isGiveaway(call.data, account))
  const isOpen = calls.some(({ data }) => hasUnreadSwap(data, account))
  return {
    account,
    trades: calls.flatMap((call) => decodeCallTrades(call, { chainId, from: account })),
    dangers: [
      ...calls.flatMap(({ data, to }) => toHandoverWarnings(decodeCallHandovers(to, data))),
      ...(isLost ? [{ _tag: "Giveaway" } as const] : []),
      ...(isComplete && !isOpen && (isSafe || !hasData) ? [] : [{ _tag: "Blind" } as const]),
    ],
  }
}

/** Returns whether a call has a swap without terms that are known: a node would have to say what arrives. */
const hasUnreadSwap = (data: string, account: string): boolean =>
  listNestedCalls(data.slice(2)).calls.some(
    (call) => exchangeLayouts[call.selector]?.swap !== undefined && !isCallTrade(call, account),
  )

/** The maximum number of values of a message that are searched for calls; an honest message has fewer. */
const maxValues = 5000

/** Collects the calls of a message: the bytes of a structure, with its `to` or `target` and its `value`. */
const collectCalls = (message: AbiValue, contract: string) => {
  const calls: WalletCall[] = []
  const values: AbiValue[] = [message]
  let hasData = false
  for (const value of values) {
    if (values.length > maxValues) return { calls, hasData, isComplete: false }
    hasData ||= value.param.type === "bytes" && getBytes(value) !== "0x"
    values.push(...(getItems(value) ?? []))
    const named = getMember(value, "to") ?? getMember(value, "target")
    const to = (named === undefined ? null : getAddressText(named)) ?? contract
    const sent = getMember(value, "value")
    for (const [, member] of getMembers(value) ?? []) {
      const data = getBytes(member)
      values.push(member)
      if (data !== null) calls.push({ to, data, value: (sent === undefined ? null : getInteger(sent)) ?? 0n })
    }
  }
  return { calls, hasData, isComplete: true }
}
