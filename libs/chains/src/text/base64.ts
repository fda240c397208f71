/** Decodes canonical base64; `null` if `encodeBase64` would write the bytes in another way. */
export const decodeBase64 = (text: string): Uint8Array | null => {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    return encodeBase64(bytes) === text ? bytes : null
  } catch {
    return null
  }
}

/** Encodes bytes as padded base64. */
export const encodeBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
