import type { Hex } from "../Hex.ts"
import type { RequestJson } from "./cloneRequest.ts"

/**
 * Digits that are two numbers: `10` is ten to one wallet and sixteen to another, `1e3` a thousand or 0x1e3. One digit is
 * the same in both.
 */
const twoNumbers = /^0*(?:[0-9]{2,}|[0-9]+e[0-9]+)$/i

/** What a dApp means by a quantity; `null` if nothing, `"ambiguous"` if wallets would differ. */
export type ReadQuantity = bigint | "ambiguous" | null

/**
 * Reads a quantity as wallets take it: with `0x` or `0X`, with leading zeros, without a prefix where only hex is
 * possible, or as a whole number.
 * @param value JSON
 */
export const readQuantity = (value: unknown): ReadQuantity => {
  if (typeof value === "number") return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : null
  if (typeof value !== "string") return null
  const digits = /^(?:0x)?([0-9a-f]{1,64})$/i.exec(value)?.[1]
  if (digits === undefined) return null
  return digits === value && twoNumbers.test(digits) ? "ambiguous" : BigInt(`0x${digits}`)
}

/** Reads bytes as MetaMask does: the prefix may be missing or in capitals, and half a byte gets a zero before it. */
export const readBytes = (value: unknown): Hex | null => {
  const digits = typeof value === "string" ? /^(?:0x)?([0-9a-f]*)$/i.exec(value)?.[1] : undefined
  return digits === undefined ? null : `0x${digits.length % 2 === 0 ? "" : "0"}${digits}`
}

/** Reads an address, whose prefix may be missing or in capitals. The digits keep their case. */
export const readAddress = (value: unknown): Hex | null => {
  const digits = typeof value === "string" ? /^(?:0x)?([0-9a-f]{40})$/i.exec(value)?.[1] : undefined
  return digits === undefined ? null : `0x${digits}`
}

/** Returns whether a member says nothing: wallets leave it out. */
export const isEmpty = (value: RequestJson | undefined): boolean =>
  value === undefined || value === null || value === ""
