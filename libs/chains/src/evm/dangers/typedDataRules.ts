import type { RequestWarning } from "../../contract/Explanation.ts"
import type { DecodedTypedData } from "../explain/data/DecodedTypedData.ts"
import { toExpiry } from "../explain/parsePermissions.ts"
import { cowSettlement } from "./decodeOrderTrades.ts"
import { minReportedFee } from "./feeWarnings.ts"
import { type MessageReader, readMessage } from "./MessageReader.ts"
import { toHandoverWarnings } from "./toHandoverWarnings.ts"

/** Warnings of a signed message by the name of its type. A contract verifies exactly this type, so no other name counts. */
type TypedDataRule = (message: MessageReader, contract: string, from: string) => readonly RequestWarning[]

/** Finds what a signature of `from` gives away in addition to approvals and calls. */
export const findTypedDataWarnings = (
  { domain, message, type }: DecodedTypedData,
  from: string,
): readonly RequestWarning[] => {
  const [name = ""] = type.split("(")
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
  const contract = readMessage(domain).address("verifyingContract")
  return rule?.(readMessage(message), contract, from) ?? []
}

/**
 * The operation of a Safe. A delegate call runs the code of `to` as the account itself, and the refund pays anyone: any
 * amount of a token, whose decimals the signature does not say. Source: Safe 1.0 to 1.4.
 */
const checkSafeTransaction: TypedDataRule = (message, contract) => {
  const [price, callGas] = [message.number("gasPrice"), message.number("safeTxGas")]
  const gas = message.number("baseGas") + (callGas > minCallGas ? callGas : minCallGas)
  const isToken = BigInt(message.address("gasToken") || "0x0") !== 0n
  return [
    ...(message.number("operation") === 0n
      ? []
      : toHandoverWarnings([{ account: contract, to: message.address("to") }])),
    ...(isToken && price > 0n ? [{ _tag: "Blind" } as const] : []),
    ...(!isToken && gas * price >= minReportedFee ? [{ _tag: "HighFee", fee: gas * price } as const] : []),
  ]
}

/** What a call takes at least, with what the Safe does around it. */
const minCallGas = 100_000n

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
