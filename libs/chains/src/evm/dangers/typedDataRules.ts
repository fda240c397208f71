import type { RequestWarning } from "../../contract/Explanation.ts"
import {
  type AbiValue,
  getAddressText,
  getBytes,
  getItems,
  getMember,
  getMembers,
} from "../explain/data/AbiValue.ts"
import type { DecodedTypedData } from "../explain/data/DecodedTypedData.ts"
import { toExpiry } from "../explain/parsePermissions.ts"
import { decodeCallHandovers, type Handover } from "./decodeCallHandovers.ts"
import { cowSettlement } from "./decodeOrderTrades.ts"
import { formatParty } from "./formatParty.ts"
import { isBurn } from "./isBurn.ts"
import { type MessageReader, readMessage } from "./MessageReader.ts"

/** Warnings of a signed message by the name of its type. A contract verifies exactly this type, so no other name counts. */
type TypedDataRule = (message: MessageReader, contract: string, from: string) => readonly RequestWarning[]

/** Finds what a signature of `from` gives away in addition to approvals. */
export const findTypedDataWarnings = (
  { domain, message, type }: DecodedTypedData,
  from: string,
): readonly RequestWarning[] => {
  const [name = ""] = type.split("(")
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
  const contract = readMessage(domain).address("verifyingContract")
  const { calls, isComplete } = collectCalls(message, contract)
  return [
    ...(rule?.(readMessage(message), contract, from) ?? []),
    ...calls.flatMap(({ data, to }) => toHandoverWarnings(decodeCallHandovers(to, data))),
    ...(calls.some((call) => isBurn({ ...call, value: 0n })) ? [{ _tag: "Giveaway" } as const] : []),
    ...(isComplete ? [] : [{ _tag: "Blind" } as const]),
  ]
}

export const toHandoverWarnings = (handovers: readonly Handover[]): readonly RequestWarning[] =>
  handovers.map(({ account, to }) => ({
    _tag: "Handover",
    account: formatParty(account),
    to: formatParty(to),
  }))

/** The maximum number of values of a message that are searched for calls; an honest message has fewer. */
const maxValues = 5000

/** Collects the calls that others execute for the signer: the bytes of a structure, with its `to` or `target`. */
const collectCalls = (message: AbiValue, contract: string) => {
  const calls: { readonly to: string; readonly data: string }[] = []
  const values: AbiValue[] = [message]
  for (const value of values) {
    if (values.length > maxValues) return { calls, isComplete: false }
    values.push(...(getItems(value) ?? []))
    const named = getMember(value, "to") ?? getMember(value, "target")
    const to = (named === undefined ? null : getAddressText(named)) ?? contract
    for (const [, member] of getMembers(value) ?? []) {
      const data = getBytes(member)
      if (data === null) values.push(member)
      else calls.push({ to, data })
    }
  }
  return { calls, isComplete: true }
}

/**
 * The operation of a Safe. A delegate call runs the code of `to` as the account itself, and the refund pays anyone.
 * Source: Safe 1.0 to 1.4.
 */
const checkSafeTransaction: TypedDataRule = (message, contract) => {
  const refund = message.number("gasPrice") * message.number("baseGas")
  return [
    ...(message.number("operation") === 0n
      ? []
      : toHandoverWarnings([{ account: contract, to: message.address("to") }])),
    ...(refund >= minRefund
      ? [
          BigInt(message.address("gasToken") || "0x0") === 0n
            ? ({ _tag: "HighFee", fee: refund } as const)
            : ({ _tag: "Blind" } as const),
        ]
      : []),
  ]
}

/** Wei. A refund of less is within the fees of ordinary relayers. */
const minRefund = 10n ** 17n

/**
 * A delegation without caveats lets the delegate do everything that the account can. That of a token, which names a
 * delegatee and no delegator, hands over the signer's votes. Source: ERC-7710, ERC-5805.
 */
const checkDelegation: TypedDataRule = (message, contract) => {
  const [delegator, delegatee] = [message.address("delegator"), message.address("delegatee")]
  if (delegator === "" && delegatee !== "") return toHandoverWarnings([{ account: contract, to: delegatee }])
  return message.list("caveats").length > 0
    ? []
    : toHandoverWarnings([{ account: delegator, to: message.address("delegate") }])
}

/** The holder of an order that names no collectible chooses it. Source: Seaport 1.1 to 1.6. */
const checkOrder: TypedDataRule = (message) =>
  message.list("offer").some((item) => item.number("itemType") >= 4n) ? [{ _tag: "OpenEnded" }] : []

/** A solver pays the receiver, 0 for the signer. Source: CoW Protocol. */
const checkSwapOrder: TypedDataRule = (message, contract, from) => {
  const receiver = BigInt(message.address("receiver") || "0x0")
  return BigInt(contract || "0x0") === cowSettlement && receiver !== 0n && receiver !== BigInt(from)
    ? [{ _tag: "Giveaway" }]
    : []
}

/** A payment that may be collected at any time. An allowance stays when its permit expires, so it is no payment. */
const checkPayment =
  (deadline: string): TypedDataRule =>
  (message) => {
    const time = message.number(deadline)
    return time > 0n && toExpiry(Number(time)) === null ? [{ _tag: "NeverExpires" }] : []
  }

const rules: Readonly<Record<string, TypedDataRule>> = {
  SafeTx: checkSafeTransaction,
  Delegation: checkDelegation,
  OrderComponents: checkOrder,
  Order: checkSwapOrder,
  // Source: ERC-3009.
  TransferWithAuthorization: checkPayment("validBefore"),
  ReceiveWithAuthorization: checkPayment("validBefore"),
  // Source: Permit2.
  PermitTransferFrom: checkPayment("deadline"),
  PermitBatchTransferFrom: checkPayment("deadline"),
  PermitWitnessTransferFrom: checkPayment("deadline"),
  PermitBatchWitnessTransferFrom: checkPayment("deadline"),
}
