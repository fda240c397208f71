import { decodeBytes } from "../../standard/decodeBytes.ts"
import { decodeList } from "../../wallet/decodeList.ts"
import { readMember } from "../../wallet/readMember.ts"
import { maxTransactionBytes } from "../walletResponses.ts"
import { decodeBase58 } from "./transactionText.ts"

/**
 * Reads bytes in the forms that JSON has for them: base58, or what it makes of Node's bytes, a `Uint8Array` or a list.
 * `null` for anything else, and for `{}`: JSON makes it of an empty `Uint8Array`, but also of an `ArrayBuffer` with bytes.
 */
export const readJsonBytes = (value: unknown): Uint8Array | null => {
  if (typeof value === "string") return decodeBase58(value)
  const given = readMember(value, "data") ?? value
  const list = decodeList(given, maxTransactionBytes + 1) ?? decodeIndexed(given)
  return list === null
    ? decodeBytes(given, maxTransactionBytes)
    : list.length <= maxTransactionBytes && list.every(isByte)
      ? Uint8Array.from(list)
      : null
}

/** Tells whether a value is `[]`: libraries write each of their lists, also where another member is meant. */
export const isEmptyList = (value: unknown): boolean => decodeList(value, 1)?.length === 0

/** Tells whether a value is `{}`. */
export const isEmptyObject = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  !ArrayBuffer.isView(value) &&
  Object.keys(value).length === 0

/** JSON of a `Uint8Array`: `{"0": 1, "1": 2}`. */
const decodeIndexed = (value: unknown): readonly unknown[] | null => {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return null
  const entries = Object.entries(value)
  return entries.length > 0 && entries.every(([name], at) => name === `${at}`)
    ? entries.map(([, byte]) => byte)
    : null
}

const isByte = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 255
