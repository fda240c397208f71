import { concatBytes } from "@noble/hashes/utils.js"

/** A byte that begins no transaction, then text. */
const signingDomain = Uint8Array.from([0xff, ...new TextEncoder().encode("solana offchain")])

/** Printable ASCII, and UTF-8 of the two lengths that a device or only a program takes. */
const formats = [0, 1, 2] as const

/** What the two bytes of a length count at most. */
const maxLength = 0xffff

/**
 * Returns the bytes that hardware wallets and Solana's own program sign for a message: it in an envelope, so that its
 * signature is none of a transaction. In the layout of the specification without a domain of an app, with its signer, and
 * in the earlier one, which Solana's program and older devices use. Source: Agave, off-chain message signing, version 0.
 */
export const getSolanaEnvelopes = (message: Uint8Array, signer: Uint8Array): readonly Uint8Array[] => {
  if (message.length > maxLength) return []
  const version = 0
  const length = Uint8Array.of(message.length & 0xff, message.length >> 8)
  return formats.flatMap((format) => [
    concatBytes(signingDomain, Uint8Array.of(version, format), length, message),
    concatBytes(
      signingDomain,
      Uint8Array.of(version, ...new Uint8Array(32), format, 1),
      signer,
      length,
      message,
    ),
  ])
}
