import type { PsbtOutput } from "../Psbt.ts"
import { toScriptKind } from "../Script.ts"

/** Satoshis: ord's postage, and what most inscriptions and runes have at most. A larger coin counts as money. */
const maxInscribedValue = 10_000n

/** Satoshis that services give inscriptions at addresses of other kinds. Change hardly ever has exactly as many. */
export const usualInscribedValue = 546n

/** Any taproot address, because that of inscriptions may be the one in use, or the wallet's only one. */
export const mayBeInscribed = ({ script, value }: PsbtOutput): boolean =>
  toScriptKind(script) === "p2tr" ? value <= maxInscribedValue : value === usualInscribedValue
