import { hex } from "@scure/base"
import { formatAmount, type Network } from "@wmodal/protocol"
import type { ExplainedField, Explanation } from "../../contract/Explanation.ts"
import { toWholeText } from "../../explain/limitReview.ts"
import { formatBytes } from "../../text/formatBytes.ts"
import { sanitizeLine } from "../../text/printable.ts"
import { encodeAddress, formatAddress } from "../addresses.ts"
import { makeScaleReader, type ScaleReader } from "./Scale.ts"
import type { SignerPayload } from "./SignerPayload.ts"

/** A call in words. `value` is what it sends, in base units of the native currency. */
export type DescribedCall = Pick<Explanation, "intent" | "interpolatedIntent" | "fields" | "value">

/** The network of a call, and the trusted names of addresses. */
export interface CallContext {
  readonly network: Network
  readonly nameOf: (address: string) => string | null
}

type DescribeCall = (read: ScaleReader, context: CallContext) => DescribedCall | null

/**
 * The transaction version of each network whose calls are known. A signature covers the version, and a network raises it
 * when it renumbers calls: a transaction with this version is valid only while a call's number means this, and one with
 * another version is not read. Source: github.com/polkadot-fellows/runtimes, relay/polkadot/src/lib.rs.
 */
const readVersions: Readonly<Record<string, bigint>> = {
  "polkadot:91b171bb158e2d3848fa23a9f1c25182": 26n,
}

/** Describes a call; `null` if it is not known on this network, or is not exactly of its form. */
export const describeCall = (payload: SignerPayload, context: CallContext): DescribedCall | null => {
  const version = readVersions[context.network.caipNetworkId]
  if (version === undefined || BigInt(payload.transactionVersion) !== version) return null
  const read = makeScaleReader(hex.decode(payload.method.slice(2)))
  const describe = calls[`${read.byte()}.${read.byte()}`]
  const described = describe?.(read, context) ?? null
  return read.isAtEnd() ? described : null
}

const transfer: DescribeCall = (read, context) => {
  const [to, units] = [readAccount(read, context), read.compact()]
  if (to === null || units === null) return null
  const amount = makeAmountField("Amount", units, context.network)
  return {
    intent: "Send",
    interpolatedIntent: `Send ${amount.text} to ${to.text}`,
    fields: [to, amount],
    value: units,
  }
}

const transferAll: DescribeCall = (read, context) => {
  const [to, keepAlive] = [readAccount(read, context), read.byte()]
  if (to === null || (keepAlive !== 0 && keepAlive !== 1)) return null
  return {
    intent: "Send the whole balance",
    interpolatedIntent: `Send the whole balance to ${to.text}`,
    fields: [to, toTextField("Your account", keepAlive === 1 ? "stays open" : "may be closed")],
    value: 0n,
  }
}

const remark: DescribeCall = (read) => {
  const length = read.compact()
  const bytes = length === null || length > 50_000n ? null : read.bytes(Number(length))
  return bytes === null
    ? null
    : {
        intent: "Write a note on the chain",
        interpolatedIntent: null,
        fields: [toTextField("Note", toWholeText(formatBytes(bytes)))],
        value: 0n,
      }
}

/** By pallet and call. */
const calls: Readonly<Record<string, DescribeCall | undefined>> = {
  "0.0": remark,
  "0.7": remark,
  "5.0": transfer,
  "5.3": transfer,
  "5.4": transferAll,
}

/** Reads a `MultiAddress` that is an account id. */
const readAccount = (read: ScaleReader, { nameOf, network }: CallContext): ExplainedField | null => {
  const account = read.byte() === 0 ? read.bytes(32) : null
  if (account === null) return null
  const address = formatAddress(encodeAddress(account, 42), network.caipNetworkId)
  const name = nameOf(address)
  return {
    label: "To",
    text: address,
    value: { _tag: "Address", address, name: name === null ? null : sanitizeLine(name, 64) },
  }
}

export const makeAmountField = (label: string, units: bigint, network: Network): ExplainedField => ({
  label,
  text: `${formatAmount(units, network.nativeCurrency.decimals)} ${sanitizeLine(network.nativeCurrency.symbol, 16)}`,
  value: { _tag: "Amount", units, token: null, unlimited: false },
})

export const toTextField = (label: string, text: string): ExplainedField => ({
  label,
  text,
  value: { _tag: "Text" },
})
