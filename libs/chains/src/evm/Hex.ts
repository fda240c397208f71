/** Text that starts with `0x` and has only hex digits after it. */
export type Hex = `0x${string}`

/** 0x, then hex digits, any number of them. */
const isHex = (value: unknown): value is Hex => typeof value === "string" && /^0x[0-9a-fA-F]*$/.test(value)

/** 0x, then whole bytes. */
export const isHexBytes = (value: unknown): value is Hex => isHex(value) && value.length % 2 === 0

/** 20 bytes with their 0x, whatever the case of their digits. */
export const isHexAddress = (value: unknown): value is Hex =>
  typeof value === "string" && /^0x[0-9a-fA-F]{40}$/.test(value)

/** A quantity as JSON-RPC carries it: no leading zeros. `value` is not negative. */
export const toQuantityHex = (value: bigint | number): Hex => `0x${value.toString(16)}`

/** @returns `null` where `value` is no quantity. Leading zeros are accepted: some nodes send them. */
export const parseQuantity = (value: unknown): bigint | null =>
  typeof value === "string" && /^0x[0-9a-fA-F]{1,64}$/.test(value) ? BigInt(value) : null

export const encodeHex = (bytes: Uint8Array): Hex =>
  `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`

/** `hex` holds whole bytes. */
export const decodeHex = (hex: Hex): Uint8Array =>
  Uint8Array.from(hex.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

export const encodeTextHex = (text: string): Hex => encodeHex(new TextEncoder().encode(text))
