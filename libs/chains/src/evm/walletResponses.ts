import * as z from "zod/mini"
import { checksumAddress } from "./checksumAddress.ts"
import { type Hex, isHexAddress, isHexBytes } from "./Hex.ts"

const accountsSchema = z.array(z.custom<Hex>(isHexAddress))

/**
 * Decodes accounts to EIP-55, without duplicates. @returns `null` if the response is not a list of addresses; never
 * throws, even if reading it does.
 */
export const decodeAccounts = (answer: unknown): readonly string[] | null => {
  try {
    return [...new Set(accountsSchema.parse(answer).map((address) => checksumAddress(address) ?? address))]
  } catch {
    return null
  }
}

/**
 * Decodes a signature of 31 bytes or more, or the empty one, `0x`, that a Safe returns for what it signs on the chain.
 * @returns `null` for anything else.
 */
export const decodeSignature = (answer: unknown): Hex | null =>
  isHexBytes(answer) && (answer === "0x" || answer.length >= 64) ? answer : null
