import { decodeBytes } from "../../standard/decodeBytes.ts"
import { decodeList } from "../../wallet/decodeList.ts"
import { readMember } from "../../wallet/readMember.ts"
import { maxTransactionBytes } from "../walletResponses.ts"
import { decodeBase58 } from "./transactionText.ts"

/** Reads a member of a dApp's params; `undefined` for one that says nothing, which wallets leave out. */
export const readGiven = (params: unknown, name: string): unknown => {
  const value = readMember(params, name)
  return value === null || value === "" || (Array.isArray(value) && value.length === 0) ? undefined : value
}

/**
 * Reads bytes in the forms that JSON has for them: base58, or what it makes of Node's bytes, a `Uint8Array` or a list.
 * `null` for anything else.
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

/** JSON of a `Uint8Array`: `{"0": 1, "1": 2}`. */
const decodeIndexed = (value: unknown): readonly unknown[] | null => {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return null
  const entries = Object.entries(value)
  return entries.every(([name], at) => name === `${at}`) ? entries.map(([, byte]) => byte) : null
}

const isByte = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 255
