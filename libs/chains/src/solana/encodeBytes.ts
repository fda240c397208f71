import { concatBytes as concat } from "@noble/hashes/utils.js"
import { address, getAddressEncoder, getU64Encoder } from "@solana/kit"

/** Encodes an address to its 32 bytes. */
export const encodeAddress = (text: string): Uint8Array =>
  Uint8Array.from(getAddressEncoder().encode(address(text)))

/** Encodes in little endian. */
export const encodeU64 = (value: bigint): Uint8Array => Uint8Array.from(getU64Encoder().encode(value))

/** Concatenates bytes. A text is an address. */
export const concatBytes = (...parts: readonly (Uint8Array | string)[]): Uint8Array =>
  concat(...parts.map((part) => (typeof part === "string" ? encodeAddress(part) : part)))
