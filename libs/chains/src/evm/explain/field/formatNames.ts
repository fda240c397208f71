import { toWholeLine } from "../../../explain/limitReview.ts"
import { sanitizeLine, sanitizeName } from "../../../text/printable.ts"
import { checksumAddress } from "../../checksumAddress.ts"
import {
  type AbiValue,
  getAddressText,
  getBytes,
  matchesLiteral,
  toAddressText,
  toNumber,
} from "../data/AbiValue.ts"
import { parsePath } from "../path/DescriptorPath.ts"
import { findTableEntry, getConstant, getParamValues } from "./DescriptorScope.ts"
import {
  type ExplanationState,
  type FieldFormatter,
  type FormattedValue,
  toTextValue,
} from "./FormattedValue.ts"

const getName = ({ sources }: ExplanationState, address: string): string | null => {
  const name = sanitizeName(sources.getName(address) ?? "")
  return name === "" ? null : name
}

/** Formats an address with its trusted name, if there is one. */
export const formatAddress = (setting: ExplanationState, address: string): FormattedValue => {
  const name = getName(setting, address)
  return {
    text: name === null ? address : `${name} (${address})`,
    value: { _tag: "Address", address, name },
    isWhole: true,
  }
}

export const formatAddressName: FieldFormatter = (value, { params, scope, state }) => {
  const address = toAddressText(value)
  if (address === null) return null
  const senders = getParamValues(scope, params["senderAddress"])
  const isSender = senders.some((sender) => toAddressText(sender) === address)
  return formatAddress(state, isSender ? (checksumAddress(state.from) ?? address) : address)
}

/** Formats a chain id with the chain's name if it is known. */
export const formatChainId: FieldFormatter = (value, { state }) => {
  const id = toNumber(value)
  if (id === null || id < 0n) return null
  const name = sanitizeLine(state.sources.network(id)?.name ?? "", 64)
  return toTextValue(name === "" ? `${id}` : `${name} (${id})`, name !== "")
}

/** Formats a value by a table of the descriptor. */
export const formatEnumeration: FieldFormatter = (value, { params, scope }) => {
  const reference = params["$ref"]
  const path = typeof reference === "string" ? parsePath(reference) : null
  const word = path === null ? undefined : findTableEntry(value, getConstant(scope.json, path))
  return typeof word === "string" ? toTextValue(toWholeLine(word)) : null
}

/** Formats an address with its chain. Source: ERC-7930, of which only EVM chains are supported. */
export const formatInteroperableAddress: FieldFormatter = (value, telling) => {
  if (getAddressText(value) !== null) return formatAddressName(value, telling)
  // Version 1, EVM, 1 to 32 bytes of chain id, 20 of address.
  const [, size = "", rest = ""] =
    /^0x00010000(0[1-9a-f]|1[0-9a-f]|20)([0-9a-f]+)$/.exec(getBytes(value) ?? "") ?? []
  const digits = Number.parseInt(size, 16) * 2
  const [chain, length, address] = [
    rest.slice(0, digits),
    rest.slice(digits, digits + 2),
    rest.slice(digits + 2),
  ]
  if (size === "" || length !== "14" || address.length !== 40) return null
  const id = BigInt(`0x${chain}`)
  return toTextValue(`${checksumAddress(address)}@eip155:${id}`)
}

/** Returns true if a value equals one of a descriptor's literals. */
export const matchesAnyLiteral = (value: AbiValue, literals: readonly unknown[]): boolean =>
  literals.some((literal) => matchesLiteral(value, literal))

export const formatCollectible = (
  value: AbiValue,
  collection: string | null,
  setting: ExplanationState,
): FormattedValue | null => {
  const id = toNumber(value)
  if (id === null || collection === null) return null
  return toTextValue(`#${id} of ${formatAddress(setting, collection).text}`)
}
