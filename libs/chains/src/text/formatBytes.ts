/** As a person would read them; 0x-hex where they are no text, or text that looks like bytes. */
export const formatBytes = (bytes: Uint8Array): string => {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
    return /^0x/i.test(text) || text === "" ? encodeHex(bytes) : text
  } catch {
    return encodeHex(bytes)
  }
}

const encodeHex = (bytes: Uint8Array): string =>
  `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`
