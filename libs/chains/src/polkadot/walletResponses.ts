import { hex } from "@scure/base"
import { decodeList } from "../wallet/decodeList.ts"
import { readMember } from "../wallet/readMember.ts"

/** Hex of a plain signature of 64 or 65 bytes (ECDSA), or of one with the byte of its scheme before it. */
const signaturePattern = /^0x(?:[0-9a-f]{128}|[0-9a-f]{130}|[0-9a-f]{132})$/i

/** What a wallet has signed. */
export interface PolkadotSignature {
  /** 0x-hex. */
  readonly signature: string
  /** 0x-hex of the whole signed transaction, from wallets that were asked for it. */
  readonly signedTransaction?: string
}

/** Decodes a signature, alone or in a list of one; `null` if it is malformed. */
export const decodePolkadotSignature = (answer: unknown): PolkadotSignature | null => {
  const [first] = decodeList(answer, 1) ?? [answer]
  const signature = readMember(first, "signature")
  const whole = readMember(first, "signedTransaction")
  if (typeof signature !== "string" || !signaturePattern.test(signature)) return null
  return {
    signature: signature.toLowerCase(),
    ...(typeof whole === "string" &&
      whole.length <= 200_000 &&
      /^0x[0-9a-f]+$/i.test(whole) && { signedTransaction: whole.toLowerCase() }),
  }
}

export const toHex = (bytes: Uint8Array): string => `0x${hex.encode(bytes)}`
