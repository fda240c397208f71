import {
  decodeAbiParameters,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  erc20Abi_bytes32,
  type Hex,
  hexToString,
  numberToHex,
  pad,
} from "viem"
import { isHexBytes } from "../Hex.ts"

/** Returns an address as viem takes it: in lower case, because it rejects a mixed case with a wrong checksum. */
export const toHexAddress = (address: string): Hex => `0x${address.slice(-40).toLowerCase()}`

/** Returns an address as a word or a topic. */
export const toAddressWord = (address: string): Hex => pad(toHexAddress(address))

/** Returns a decoder of what a contract returned: `null` for what viem throws for, such as no bytes or too few. */
export const decodeReturned =
  <A>(decode: (data: Hex) => A) =>
  (returned: unknown): A | null => {
    if (!isHexBytes(returned)) return null
    try {
      return decode(returned)
    } catch {
      return null
    }
  }

const toUint = (data: Hex) => decodeAbiParameters([{ type: "uint256" }], data)[0]

export const decodeUint = decodeReturned(toUint)

/** Decodes an address, in lower case; `null` for a larger number, of which viem would take the last 20 bytes. */
export const decodeAddress = decodeReturned((data) => numberToHex(toUint(data), { size: 20 }))

export const encodeBalanceOf = (owner: string): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [toHexAddress(owner)] })

const toBytes32Text = (data: Hex) => hexToString(data, { size: 32 })

/** Returns the text of 32 bytes that a bridge has written in hex: the `bytes32` of an old token. */
const fromHexText = (text: string): string => {
  const decoded =
    /^(?:[0-9a-f]{2}){1,31}(?:00)+$/i.test(text) && text.length === 64 ? toBytes32Text(`0x${text}`) : ""
  return /^[\x20-\x7e]+$/.test(decoded) ? decoded : text
}

/**
 * Decodes a token's text: a `string`, the `bytes32` that the oldest return instead, or that in hex. Hostile text,
 * unsanitized.
 */
export const decodeTokenText = decodeReturned((data) =>
  data.length === 66
    ? toBytes32Text(decodeFunctionResult({ abi: erc20Abi_bytes32, functionName: "name", data }))
    : fromHexText(decodeFunctionResult({ abi: erc20Abi, functionName: "name", data })),
)
