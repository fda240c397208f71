import { sha256 } from "@noble/hashes/sha2.js"
import { concatBytes } from "@noble/hashes/utils.js"
import { type Address, address, getAddressDecoder, isOffCurveAddress } from "@solana/kit"
import { encodeAddress } from "../encodeBytes.ts"
import { programs } from "./programs.ts"

const encodeText = (words: string) => new TextEncoder().encode(words)

/**
 * Finds a program's address for some seeds: the first of 256 candidates that is off the curve. The library's own needs
 * WebCrypto, which pages without TLS do not have, and is async. Source: Solana, program derived addresses.
 */
export const findProgramAddress = (program: Address, seeds: readonly Uint8Array[]): Address => {
  for (let bump = 255; bump >= 0; bump--) {
    const suffix = [Uint8Array.of(bump), encodeAddress(program), encodeText("ProgramDerivedAddress")]
    const found = getAddressDecoder().decode(sha256(concatBytes(...seeds, ...suffix)))
    if (isOffCurveAddress(found)) return found
  }
  throw new RangeError("every address for these seeds is on the curve")
}

/** Returns the address of an owner's default account for a token. */
export const associatedTokenAddress = (holding: {
  readonly owner: string
  readonly token: string
  readonly program: string
}): Address =>
  findProgramAddress(
    programs.associatedToken,
    [holding.owner, holding.program, holding.token].map((one) => encodeAddress(one)),
  )

/** Returns the address of the list of accounts that an issuer's program needs. Source: spl-transfer-hook-interface. */
export const hookAccountsAddress = (hook: { readonly program: string; readonly token: string }): Address =>
  findProgramAddress(address(hook.program), [encodeText("extra-account-metas"), encodeAddress(hook.token)])

/** Returns the address of a token's Metaplex metadata. */
export const metaplexMetadataAddress = (token: string): Address =>
  findProgramAddress(programs.metadata, [
    encodeText("metadata"),
    encodeAddress(programs.metadata),
    encodeAddress(token),
  ])
