/**
 * Bytes as hex without 0x. Every connector needs this before a wallet is connected, where `@noble/hashes/utils` would
 * add 1.6 kB to Solana's.
 */
export const bytesToHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")

/** Decodes hex of whole bytes, without 0x. */
export const hexToBytes = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
