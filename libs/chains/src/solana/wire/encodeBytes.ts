import { base58 } from "@scure/base"

/** Concatenates bytes. A text is an address of 32 bytes. */
export const concatBytes = (
  ...parts: readonly (Uint8Array | readonly number[] | string)[]
): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(parts.flatMap((part) => Array.from(typeof part === "string" ? base58.decode(part) : part)))

/** Encodes in little endian. */
export const encodeU32 = (value: number): Uint8Array => {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, true)
  return bytes
}

/** Encodes in little endian. */
export const encodeU64 = (value: bigint): Uint8Array => {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value, true)
  return bytes
}

/** Encodes a length. Source: Solana, compact-u16. */
export const encodeLength = (value: number): readonly number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...encodeLength(value >> 7)]
