import { decodeBase64 } from "./base64.ts"

/** Returns the padded base64 of a text that may be base64 of URLs, or lack its padding; `null` if it is no base64. */
export const normalizeBase64 = (text: string): string | null => {
  if (!/^[\w+/-]+={0,2}$/.test(text)) return null
  const plain = text.replace(/=+$/, "").replaceAll("-", "+").replaceAll("_", "/")
  const padded = plain.padEnd(Math.ceil(plain.length / 4) * 4, "=")
  return decodeBase64(padded) === null ? null : padded
}
