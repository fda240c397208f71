import { decodeList } from "../../wallet/decodeList.ts"
import { readGiven } from "../../wallet/givenMembers.ts"
import { invalidParamsError } from "../../wallet/ProviderError.ts"
import { readMember } from "../../wallet/readMember.ts"

/**
 * A transaction to sign, as wallets receive it. All numbers are 0x-hex, big endian; `method`, `era` and `assetId` are
 * 0x-hex of their encoded bytes. Source: `SignerPayloadJSON` of `@polkadot/types`.
 */
export interface SignerPayload {
  readonly address: string
  readonly blockHash: string
  readonly blockNumber: string
  readonly era: string
  readonly genesisHash: string
  readonly method: string
  readonly nonce: string
  readonly specVersion: string
  readonly tip: string
  readonly transactionVersion: string
  /** The names of what the signature covers in addition to the call, such as `CheckMortality`. */
  readonly signedExtensions: readonly string[]
  readonly version: number
  /** The asset that pays the fee; absent for the native currency. */
  readonly assetId?: string
  /** The hash of the chain's description with which an offline device reads the transaction. */
  readonly metadataHash?: string
  readonly mode?: number
  readonly withSignedTransaction?: boolean
}

/** The members that are bytes. A signature covers each of them. */
const byteMembers = {
  blockHash: /^0x[0-9a-f]{64}$/,
  era: /^0x(?:00|[0-9a-f]{4})$/,
  genesisHash: /^0x[0-9a-f]{64}$/,
  method: /^0x(?:[0-9a-f]{2}){2,50000}$/,
  assetId: /^0x(?:[0-9a-f]{2}){2,50000}$/,
  metadataHash: /^0x[0-9a-f]{64}$/,
} as const

/** The bits of the members that are numbers: what a signature covers has no room for more. */
const numberMembers = {
  blockNumber: 64,
  nonce: 32,
  specVersion: 32,
  tip: 128,
  transactionVersion: 32,
} as const

/** More characters than those of any member. */
const maxLength = 100_002

/** The most names of extensions, and the characters of one. */
const maxExtensions = 100

/**
 * Copies a transaction, each member once, as libraries write it and in the one form that every wallet takes: numbers are
 * 0x-hex, and none is a decimal, which some wallets read as hex. Unknown members are left out, so a wallet signs nothing
 * that was not read. Throws a `ProviderError` that names a member which is missing, malformed, or contradicts another.
 */
export const readSignerPayload = (value: unknown): SignerPayload => {
  if (typeof value !== "object" || value === null)
    throw invalidParamsError("This is not a valid Polkadot transaction.")
  const address = readMember(value, "address")
  if (typeof address !== "string" || address.length > 120)
    throw invalidParamsError("address is not a valid address.")
  const [assetId, metadataHash, mode] = [
    readBytes(value, "assetId"),
    readBytes(value, "metadataHash"),
    readSmallNumber(value, "mode"),
  ]
  if (mode !== null && mode !== 0 && mode !== 1) throw invalidParamsError("mode is neither 0 nor 1.")
  // A network takes the hash in mode 1 only, and there it needs it.
  if ((mode === 1) !== (metadataHash !== null))
    throw invalidParamsError("mode and metadataHash contradict each other.")
  if (readSmallNumber(value, "version") !== 4) throw invalidParamsError("version is not 4.")
  return {
    address,
    blockHash: need(readBytes(value, "blockHash"), "blockHash"),
    blockNumber: need(readNumber(value, "blockNumber"), "blockNumber"),
    era: need(readBytes(value, "era"), "era"),
    genesisHash: need(readBytes(value, "genesisHash"), "genesisHash"),
    method: need(readBytes(value, "method"), "method"),
    nonce: need(readNumber(value, "nonce"), "nonce"),
    specVersion: need(readNumber(value, "specVersion"), "specVersion"),
    tip: readNumber(value, "tip") ?? "0x00",
    transactionVersion: need(readNumber(value, "transactionVersion"), "transactionVersion"),
    signedExtensions: readExtensions(value),
    version: 4,
    ...(assetId !== null && { assetId }),
    ...(metadataHash !== null && { metadataHash }),
    ...(mode !== null && { mode }),
    ...(readMember(value, "withSignedTransaction") === true && { withSignedTransaction: true }),
  }
}

/** The form that `@polkadot/types` has for no value. */
const isNothing = (value: unknown): boolean => value === "0x"

const need = (member: string | null, name: string): string => {
  if (member === null) throw invalidParamsError(`${name} is missing.`)
  return member
}

const readBytes = (value: unknown, name: keyof typeof byteMembers): string | null => {
  const member = readGiven(value, name, isNothing)
  if (member === undefined) return null
  const text = typeof member === "string" && member.length <= maxLength ? member.toLowerCase() : ""
  if (!byteMembers[name].test(text)) throw invalidParamsError(`${name} is not valid 0x-hex.`)
  return text
}

/** Reads a number as `@polkadot/types` does: 0x-hex, a decimal, or a number. */
const readNumber = (value: unknown, name: keyof typeof numberMembers): string | null => {
  const member = readGiven(value, name, isNothing)
  if (member === undefined) return null
  const isNumber = typeof member === "bigint" || (typeof member === "number" && Number.isSafeInteger(member))
  const text = isNumber
    ? `${member}`
    : typeof member === "string" && member.length <= 66
      ? member.toLowerCase()
      : ""
  if (!/^(?:0x[0-9a-f]+|[0-9]+)$/.test(text)) throw invalidParamsError(`${name} is not a valid number.`)
  const number = BigInt(text)
  if (number >= 1n << BigInt(numberMembers[name])) throw invalidParamsError(`${name} is too large.`)
  if (text.startsWith("0x")) return text
  const digits = number.toString(16)
  return `0x${digits.padStart(digits.length + (digits.length % 2), "0")}`
}

const readSmallNumber = (value: unknown, name: "mode" | "version"): number | null => {
  const member = readGiven(value, name, isNothing)
  if (member === undefined) return null
  // An object could say one thing to the check and another to the wallet.
  const isPlain = typeof member === "number" || typeof member === "string" || typeof member === "bigint"
  return isPlain && /^(?:0x0?)?[0-9]$/i.test(`${member}`) ? Number(member) : Number.NaN
}

const readExtensions = (value: unknown): readonly string[] => {
  const list = decodeList(readMember(value, "signedExtensions"), maxExtensions + 1)
  const names = list?.filter(
    (name): name is string => typeof name === "string" && name.length <= maxExtensions,
  )
  // A signature covers all of them.
  if (names === undefined || names.length > maxExtensions || names.length !== list?.length)
    throw invalidParamsError("signedExtensions is not a valid list of names.")
  return names
}

/** Parses the JSON of a reviewed transaction; `null` if it is malformed. */
export const parseSignerPayload = (text: string | null | undefined): SignerPayload | null => {
  try {
    return readSignerPayload(JSON.parse(text ?? ""))
  } catch {
    return null
  }
}
