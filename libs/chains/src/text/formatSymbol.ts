import { sanitizeLine } from "./printable.ts"

/** A symbol that cannot be read as digits of the amount or as words of the sentence, unlike `000 USDC`. */
const isPlain = /^\$?\d{0,3}\p{L}\S*$/u

/** Returns a token's symbol for use after an amount; `otherwise` if it has none. */
export const formatSymbol = (symbol: string, otherwise: string): string => {
  const line = sanitizeLine(symbol, 32)
  return line === "" ? otherwise : isPlain.test(line) ? line : `“${line.replace(/[“”]/g, "")}”`
}
