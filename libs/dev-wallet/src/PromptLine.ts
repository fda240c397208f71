import { hasDeceptiveCharacters, sanitizeLine, sanitizeText } from "@wmodal/chains"
import { decodeHex, type Hex } from "@wmodal/chains/internal"

/** One line of a request as shown to the user. */
export interface PromptLine {
  readonly label: string
  readonly text: string
}

export const makePromptLine = (label: string, text: string): PromptLine => ({ label, text })

/** Characters of a text: all of any that a user could read. A longer one needs an act of its own. */
const maxTextLength = 100_000

/** Formats a text to be signed, with a warning when it contains more than can be shown. */
export const makeTextLines = (label: string, text: string): readonly PromptLine[] => [
  makePromptLine(label, sanitizeText(text, maxTextLength)),
  ...(hasDeceptiveCharacters(text)
    ? [makePromptLine("Beware", "Invisible characters were removed from this text.")]
    : []),
]

/** Decodes the bytes as text, or returns them as hex when they are not text. */
export const decodeMessageText = (message: Hex): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(decodeHex(message))
  } catch {
    return message
  }
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
