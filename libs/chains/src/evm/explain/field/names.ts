import { sanitizeLine } from "../../../text/printable.ts"
import { checksum } from "../../checksum.ts"
import { addressIn, bytesIn, isLiteral, numberIn, plainText, type Value } from "../data/Value.ts"
import { readPath } from "../path/Path.ts"
import { constantAt, paramValues, textFor } from "./Scope.ts"
import { bounded, type Setting, type Tell, type Told, text } from "./Told.ts"

const nameOf = ({ read }: Setting, address: string): string | null => {
  const name = sanitizeLine(read.nameOf(address) ?? "", 64)
  return name === "" ? null : name
}

/** By a name that can be trusted, where there is one. */
export const addressTold = (setting: Setting, address: string): Told => {
  const name = nameOf(setting, address)
  return {
    text: name === null ? address : `${name} (${address})`,
    value: { _tag: "Address", address, name },
    isWhole: true,
  }
}

export const addressName: Tell = (value, { params, scope, setting }) => {
  const address = addressIn(value)
  if (address === null) return null
  const senders = paramValues(scope, params["senderAddress"])
  const isSender = senders.some((sender) => addressIn(sender) === address)
  return addressTold(setting, isSender ? (checksum(setting.from) ?? address) : address)
}

/** By the chain's name where it is known. */
export const chainId: Tell = (value, { setting }) => {
  const id = numberIn(value)
  if (id === null || id < 0n) return null
  const name = sanitizeLine(setting.read.network(id)?.name ?? "", 64)
  return text(name === "" ? `${id}` : `${name} (${id})`, name !== "")
}

/** By a table of the descriptor. */
export const enumeration: Tell = (value, { params, scope }) => {
  const reference = params["$ref"]
  const path = typeof reference === "string" ? readPath(reference) : null
  const word = path === null ? undefined : textFor(value, constantAt(scope.json, path))
  return typeof word === "string" ? text(bounded(word)) : null
}

/** An address with its chain. Source: ERC-7930, of which only EVM chains are read. */
export const interoperableAddressName: Tell = (value, telling) => {
  if (value._tag === "Address") return addressName(value, telling)
  // Version 1, EVM, 1 to 32 bytes of chain id, 20 of address.
  const bytes = value._tag === "Bytes" ? bytesIn(value) : null
  const [, size = "", rest = ""] = /^0x00010000(0[1-9a-f]|1[0-9a-f]|20)([0-9a-f]+)$/.exec(bytes ?? "") ?? []
  const digits = Number.parseInt(size, 16) * 2
  const [chain, length, address] = [
    rest.slice(0, digits),
    rest.slice(digits, digits + 2),
    rest.slice(digits + 2),
  ]
  if (size === "" || length !== "14" || address.length !== 40) return null
  const id = BigInt(`0x${chain}`)
  return text(`${checksum(address)}@eip155:${id}`)
}

/** `true` where a value is one of what a descriptor writes out. */
export const isOneOf = (value: Value, literals: readonly unknown[]): boolean =>
  literals.some((literal) => isLiteral(value, literal))

export const collectibleName = (value: Value, collection: string | null, setting: Setting): Told | null => {
  const id = numberIn(value)
  if (id === null || collection === null) return null
  return text(`#${plainText({ _tag: "Integer", value: id })} of ${addressTold(setting, collection).text}`)
}
