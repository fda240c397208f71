import { toWholeText } from "../../explain/limitReview.ts"
import { formatBytes } from "../../text/formatBytes.ts"
import { decodeAccount } from "../addresses.ts"
import {
  type DescribeCall,
  makeAddressField,
  makeAmountField,
  readAccount,
  toTextField,
} from "./DescribedCall.ts"

/** Warns of what is sent to the account of 32 zeros, which has no key. */
const toLoss = (address: string) =>
  decodeAccount(address)?.every((byte) => byte === 0) === true ? [{ _tag: "Giveaway" } as const] : []

/** An account below the network's minimum is removed, with what is left in it. */
const toClosingField = (mayClose: boolean) =>
  toTextField("Your account", mayClose ? "may be closed" : "stays open")

export const transferKeepAlive: DescribeCall = (read, context) => {
  const [to, units] = [readAccount(read, context), read.compact()]
  if (to === null || units === null) return null
  const amount = makeAmountField("Amount", units, context.network)
  return {
    intent: "Send",
    interpolatedIntent: `Send ${amount.text} to ${to}`,
    fields: [makeAddressField("To", to, context), amount],
    value: units,
    dangers: toLoss(to),
  }
}

export const transferAllowDeath: DescribeCall = (read, context) => {
  const described = transferKeepAlive(read, context)
  return described && { ...described, fields: [...described.fields, toClosingField(true)] }
}

export const transferAll: DescribeCall = (read, context) => {
  const [to, keepAlive] = [readAccount(read, context), read.byte()]
  if (to === null || (keepAlive !== 0 && keepAlive !== 1)) return null
  return {
    intent: "Send the whole balance",
    interpolatedIntent: `Send the whole balance to ${to}`,
    fields: [makeAddressField("To", to, context), toClosingField(keepAlive !== 1)],
    value: 0n,
    dangers: toLoss(to),
  }
}

export const burn: DescribeCall = (read, { network }) => {
  const [units, keepAlive] = [read.compact(), read.byte()]
  if (units === null || (keepAlive !== 0 && keepAlive !== 1)) return null
  return {
    intent: "Burn",
    interpolatedIntent: null,
    fields: [makeAmountField("Amount", units, network), toClosingField(keepAlive !== 1)],
    value: 0n,
    dangers: [{ _tag: "Giveaway" }],
  }
}

export const remark: DescribeCall = (read) => {
  const length = read.compact()
  const bytes = length === null || length > 50_000n ? null : read.bytes(Number(length))
  return bytes === null
    ? null
    : {
        intent: "Write a note on the chain",
        interpolatedIntent: null,
        fields: [toTextField("Note", toWholeText(formatBytes(bytes)))],
        value: 0n,
        dangers: [],
      }
}
