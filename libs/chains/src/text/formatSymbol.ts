import { sanitizeLine } from "./printable.ts"

/** What nobody takes for more digits of an amount, or for other words of a sentence: `000 USDC` would be. */
const isPlain = /^\$?\d{0,3}\p{L}\S*$/u

/** A token's own symbol, as it may stand behind an amount; `otherwise` where it has none. */
export const formatSymbol = (symbol: string, otherwise: string): string => {
  const line = sanitizeLine(symbol, 32)
  return line === "" ? otherwise : isPlain.test(line) ? line : `“${line.replace(/[“”]/g, "")}”`
}
