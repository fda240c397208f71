/** Encodes bytes as lower-case hex. */
export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex")

/** Decodes hex of whole bytes, in either case. `null` when the text is not hex. */
export const fromHex = (text: string): Uint8Array | null =>
  text.length % 2 === 0 && /^[0-9a-f]*$/i.test(text) ? new Uint8Array(Buffer.from(text, "hex")) : null

/** Encodes a hash in display order: its bytes are reversed. */
export const toHashHex = (hash: Uint8Array): string => toHex(hash.toReversed())

export const isEqualBytes = (left: Uint8Array, right: Uint8Array): boolean =>
  Buffer.compare(left, right) === 0
