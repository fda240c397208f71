/** Copies bytes of any realm; `null` if they are invalid or more than `most`. */
export const decodeBytes = (value: unknown, most: number): Uint8Array | null => {
  try {
    if (!ArrayBuffer.isView(value) || value.byteLength > most) return null
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice()
  } catch {
    return null
  }
}
