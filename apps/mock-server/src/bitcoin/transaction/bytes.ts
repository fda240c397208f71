/** Lower case. */
export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex")

/** Of whole bytes, in either case. `null` for anything else. */
export const fromHex = (text: string): Uint8Array | null =>
  text.length % 2 === 0 && /^[0-9a-f]*$/i.test(text) ? new Uint8Array(Buffer.from(text, "hex")) : null

/** A hash as people write it: its bytes are turned round. */
export const toHashHex = (hash: Uint8Array): string => toHex(hash.toReversed())

export const isEqualBytes = (left: Uint8Array, right: Uint8Array): boolean =>
  Buffer.compare(left, right) === 0
