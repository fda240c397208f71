import { hex } from "@scure/base"
import { isSameAddress } from "@wmodal/protocol"
import { mostPsbtBytes } from "../bitcoin/answers.ts"
import { fromBase64 } from "../text/base64.ts"
import { member } from "../wallet/thrown.ts"

/** Characters of hex of the longest signature that is taken. */
const longestSignature = 20_000

/** The signature of a message, in hex or in base64; `null` where it is none, or is by another address than was asked. */
export const signatureFrom = (answer: unknown, address: string): Uint8Array | null => {
  const by = member(answer, "address")
  if (typeof by === "string" && !isSameAddress(by, address)) return null
  return bytesFrom(member(answer, "signature"), longestSignature)
}

/** A PSBT, in base64 or in hex; `null` where it is neither. What it says is for others to look at. */
export const psbtFrom = (answer: unknown): Uint8Array | null =>
  bytesFrom(member(answer, "psbt"), 2 * mostPsbtBytes)

const bytesFrom = (text: unknown, longest: number): Uint8Array | null => {
  if (typeof text !== "string" || text === "" || text.length > longest) return null
  return /^(?:[0-9a-f]{2}){32,}$/i.test(text) ? hex.decode(text.toLowerCase()) : fromBase64(text)
}
