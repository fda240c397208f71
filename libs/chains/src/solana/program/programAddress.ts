import { sha256 } from "@noble/hashes/sha2.js"
import { base58 } from "@scure/base"
import { concatBytes } from "../wire/encodeBytes.ts"
import { programs } from "./programs.ts"

const encodeText = (words: string) => new TextEncoder().encode(words)

/**
 * Finds a program's address for some seeds: the first of 256 candidates that is off the curve. Source: Solana, program
 * derived addresses.
 */
export const findProgramAddress = (program: string, seeds: readonly (Uint8Array | string)[]): string => {
  for (let bump = 255; bump >= 0; bump--) {
    const hash = sha256(concatBytes(...seeds, [bump], program, encodeText("ProgramDerivedAddress")))
    if (!isOnCurve(hash)) return base58.encode(hash)
  }
  throw new RangeError("every address for these seeds is on the curve")
}

/** Returns the address of an owner's default account for a token. */
export const associatedTokenAddress = (holding: {
  readonly owner: string
  readonly token: string
  readonly program: string
}): string => findProgramAddress(programs.associatedToken, [holding.owner, holding.program, holding.token])

/** Returns the address of a token's Metaplex metadata. */
export const metaplexMetadataAddress = (token: string): string =>
  findProgramAddress(programs.metadata, [encodeText("metadata"), programs.metadata, token])

const fieldPrime = 2n ** 255n - 19n
const curveD = 37095705934669439343138083508754565189542113879843219016388785533085940283555n

/** Returns `true` if 32 bytes are a point of Ed25519, so that a private key may exist. */
export const isOnCurve = (bytes: Uint8Array): boolean => {
  const y = bytes.reduceRight((sum, byte, at) => (sum << 8n) | BigInt(at === 31 ? byte & 0x7f : byte), 0n)
  const square = (y * y) % fieldPrime
  // x² = (y² - 1) / (dy² + 1) has a root if the product of both is a square or zero.
  return (
    modularPower(
      (((square - 1n + fieldPrime) % fieldPrime) * ((curveD * square + 1n) % fieldPrime)) % fieldPrime,
      (fieldPrime - 1n) / 2n,
    ) <= 1n
  )
}

const modularPower = (base: bigint, exponent: bigint): bigint => {
  let result = 1n
  for (let left = exponent, factor = base; left > 0n; left >>= 1n, factor = (factor * factor) % fieldPrime)
    if (left & 1n) result = (result * factor) % fieldPrime
  return result
}
