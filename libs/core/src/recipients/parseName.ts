import { sanitizeName } from "@wmodal/protocol"

/**
 * Returns a name such as `alice.eth` in lower case; `null` if it has not the form of a name, or characters that cannot be
 * seen. Whether it is valid, only ENSIP-15 says: `normalizeName`.
 */
export const parseName = (text: string): string | null => {
  const name = text.normalize("NFC").toLowerCase()
  const labels = name.split(".")
  const isName =
    labels.length > 1 &&
    labels.every((label) => label !== "" && !/[\s:/@?%\\]|#(?!\uFE0F?\u20E3)/u.test(label)) &&
    sanitizeName(name) === name
  return isName ? name : null
}
