import { decodeHex, type Hex, isHexBytes } from "./Hex.ts"

/** The selectors of token calls. Source: ERC-20, ERC-721, ERC-1155. */
export const selectors = {
  name: "06fdde03",
  symbol: "95d89b41",
  decimals: "313ce567",
  totalSupply: "18160ddd",
  balanceOf: "70a08231",
  transfer: "a9059cbb",
  transferFrom: "23b872dd",
  approve: "095ea7b3",
  allowance: "dd62ed3e",
  ownerOf: "6352211e",
  /** ERC-1155: the balance of one owner and one token id. */
  balanceOfId: "00fdd58e",
} as const

/** Encodes the data of a call whose arguments are addresses and numbers. A number is not negative and below 2^256. */
export const encodeCall = (selector: string, ...args: readonly (string | bigint)[]): Hex =>
  `0x${selector}${args.map(encodeWord).join("")}`

const encodeWord = (value: string | bigint) =>
  (typeof value === "bigint" ? value.toString(16) : value.slice(-40).toLowerCase()).padStart(64, "0")

/** Decodes the `at`th word of a contract's result as a number; `null` if there is none. */
export const decodeWord = (returned: unknown, at = 0): bigint | null => {
  if (!isHexBytes(returned)) return null
  const digits = returned.slice(2 + at * 64, 2 + (at + 1) * 64)
  return digits.length === 64 ? BigInt(`0x${digits}`) : null
}

/** Decodes a returned address, in lower case; `null` if it is not one. */
export const decodeAddressWord = (returned: unknown): Hex | null => {
  const value = decodeWord(returned)
  return value === null || value >> 160n !== 0n ? null : `0x${value.toString(16).padStart(40, "0")}`
}

/** Decodes a returned `string`, or the `bytes32` that the oldest tokens return instead. Hostile text, unsanitized. */
export const decodeText = (returned: unknown): string | null => {
  if (!isHexBytes(returned)) return null
  if (returned.length === 66) return decodeUtf8(returned).replace(/\0+$/, "")
  const length = decodeWord(returned, 1)
  if (decodeWord(returned) !== 32n || length === null) return null
  const bytes = returned.slice(130)
  return length * 2n > BigInt(bytes.length) ? null : decodeUtf8(`0x${bytes.slice(0, Number(length) * 2)}`)
}

const decodeUtf8 = (hex: Hex) => new TextDecoder().decode(decodeHex(hex))
