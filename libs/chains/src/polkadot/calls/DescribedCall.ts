import { formatAmount, type Network } from "@wmodal/protocol"
import type { ExplainedField, Explanation, RequestWarning } from "../../contract/Explanation.ts"
import { sanitizeLine, sanitizeName } from "../../text/printable.ts"
import { encodeAddress, formatAddress } from "../addresses.ts"
import type { ScaleReader } from "../payload/Scale.ts"

/** A call in words. `value` is what it sends, in base units of the native currency. */
export type DescribedCall = Pick<Explanation, "intent" | "interpolatedIntent" | "fields" | "value"> & {
  readonly dangers: readonly RequestWarning[]
}

/** The network of a call, who makes it, and the trusted names of addresses. */
export interface CallContext {
  readonly network: Network
  readonly nameOf: (address: string) => string | null
  /** The account whose assets it moves: the signer, or the one for which that acts. */
  readonly from: string
  /** Whether an address is the signer's, or that of another account of the same wallet, in whatever network's form. */
  readonly isOwn: (address: string) => boolean
}

/** Reads one call from its arguments on; `null` if they are not exactly of its form. */
export type DescribeCall = (read: ScaleReader, context: CallContext) => DescribedCall | null

/** Reads a `MultiAddress` that is an account id, as an address of the network. */
export const readAccount = (read: ScaleReader, context: CallContext): string | null =>
  read.byte() === 0 ? readAccountId(read, context) : null

/** Reads an account id, as an address of the network. */
export const readAccountId = (read: ScaleReader, { network }: CallContext): string | null => {
  const account = read.bytes(32)
  return account === null ? null : formatAddress(encodeAddress(account, 42), network.caipNetworkId)
}

/** Reads a fixed number of four bytes, little endian. */
export const readU32 = (read: ScaleReader): number | null => {
  const bytes = read.bytes(4)
  return bytes === null ? null : new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
}

export const makeAddressField = (
  label: string,
  address: string,
  { nameOf }: Pick<CallContext, "nameOf">,
): ExplainedField => {
  const name = nameOf(address)
  return {
    label,
    text: address,
    value: { _tag: "Address", address, name: name === null ? null : sanitizeName(name) },
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
