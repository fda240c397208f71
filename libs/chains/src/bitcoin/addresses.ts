import { parseBitcoinAddress } from "@wmodal/protocol"
import { Result } from "effect"
import { toScriptKind } from "./Script.ts"

/** Only segwit addresses have two forms: in lower case, and all in upper case. */
const segwitPattern = /^(?:bc|tb|bcrt)1/i

/** Returns the canonical form of an address of any network; `null` if it is invalid or has no owner. */
export const normalizeAddress = (text: string): string | null => {
  const parsed = parseBitcoinAddress(text)
  if (Result.isFailure(parsed) || toScriptKind(parsed.success.script) === null) return null
  return segwitPattern.test(text) ? text.toLowerCase() : text
}
