import * as z from "zod/mini"
import { checksum } from "./checksum.ts"
import { type Hex, isAddress, isHexBytes } from "./Hex.ts"

const accounts = z.array(z.custom<Hex>(isAddress))

/** EIP-55, each once. @returns `null` when the answer is no list of addresses; never throws, even where reading it does. */
export const accountsFrom = (answer: unknown): readonly string[] | null => {
  try {
    return [...new Set(accounts.parse(answer).map((address) => checksum(address) ?? address))]
  } catch {
    return null
  }
}

/** A signature has 31 bytes or more. @returns `null` for anything else. */
export const signatureFrom = (answer: unknown): Hex | null =>
  isHexBytes(answer) && answer.length >= 64 ? answer : null
