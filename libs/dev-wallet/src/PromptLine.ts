import { drawText, sanitizeLine } from "@wmodal/chains"
import { decodeHex, type Hex, toMessageRequest } from "@wmodal/chains/internal"

/** One line of a request as shown to the user. */
export interface PromptLine {
  readonly label: string
  readonly text: string
}

export const makePromptLine = (label: string, text: string): PromptLine => ({ label, text })

/** Characters of a text: all of any that a user could read. A longer one needs an act of its own. */
const maxTextLength = 100_000

/** Formats a text to be signed. A character that cannot be seen is drawn, and needs an act of its own. */
export const makeTextLine = (label: string, text: string): PromptLine =>
  makePromptLine(label, drawText(text, maxTextLength))

/** Formats a message: as text if its bytes are exactly that of one. */
export const makeMessageLine = (bytes: Hex): PromptLine => {
  const request = toMessageRequest(decodeHex(bytes))
  return request._tag === "Message"
    ? makeTextLine("Message", request.message)
    : makePromptLine("Bytes", request.bytes)
}

/** Formats an amount exactly, with every non-zero decimal. @param baseUnits decimal */
export const formatDecimal = (
  baseUnits: string,
  { decimals, symbol }: { readonly symbol: string; readonly decimals: number },
): string => {
  const digits = baseUnits.padStart(decimals + 1, "0")
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "")
  return `${whole}${fraction && `.${fraction}`} ${sanitizeLine(symbol, 16)}`
}
