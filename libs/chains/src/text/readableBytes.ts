/** As a person would read them; 0x-hex where they are no text, or text that looks like bytes. */
export const readableBytes = (bytes: Uint8Array): string => {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
    return /^0x/i.test(text) || text === "" ? hexOf(bytes) : text
  } catch {
    return hexOf(bytes)
  }
}

const hexOf = (bytes: Uint8Array): string =>
  `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`
