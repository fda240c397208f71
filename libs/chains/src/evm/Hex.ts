import { bytesToHex, hexToBytes } from "@wmodal/protocol"

/** Text that starts with `0x` and has only hex digits after it. */
export type Hex = `0x${string}`

/** Returns true for 0x and any number of hex digits. */
const isHex = (value: unknown): value is Hex => typeof value === "string" && /^0x[0-9a-fA-F]*$/.test(value)

/** Returns true for 0x and whole bytes. */
export const isHexBytes = (value: unknown): value is Hex => isHex(value) && value.length % 2 === 0

/** Returns true for 20 bytes with 0x, in any case. */
export const isHexAddress = (value: unknown): value is Hex =>
  typeof value === "string" && /^0x[0-9a-fA-F]{40}$/.test(value)

/** Formats a quantity for JSON-RPC, without leading zeros. `value` is not negative. */
export const toQuantityHex = (value: bigint | number): Hex => `0x${value.toString(16)}`

/**
 * Parses a quantity. @returns `null` if `value` is not a quantity. Leading zeros are accepted: some nodes send them.
 */
export const parseQuantity = (value: unknown): bigint | null =>
  typeof value === "string" && /^0x[0-9a-fA-F]{1,64}$/.test(value) ? BigInt(value) : null

/** Encodes bytes as `0x` and lowercase hex digits. */
export const encodeHex = (bytes: Uint8Array): Hex => `0x${bytesToHex(bytes)}`

/** Decodes hex. `hex` holds whole bytes. */
export const decodeHex = (hex: Hex): Uint8Array => hexToBytes(hex.slice(2))

/** Encodes a text's UTF-8 bytes as hex. */
export const encodeTextHex = (text: string): Hex => encodeHex(new TextEncoder().encode(text))
