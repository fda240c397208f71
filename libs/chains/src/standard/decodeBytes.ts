/** Copies bytes out of what a wallet gave, from whatever realm; `null` where they are none, or more than `most`. */
export const decodeBytes = (value: unknown, most: number): Uint8Array | null => {
  try {
    if (!ArrayBuffer.isView(value) || value.byteLength > most) return null
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice()
  } catch {
    return null
  }
}
