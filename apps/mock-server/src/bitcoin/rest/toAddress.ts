import { address } from "bitcoinjs-lib"
import type { BitcoinNetwork } from "../bitcoinNetworks.ts"
import { getOutputKind, parseWitnessProgram } from "../script/outputKind.ts"

/** Returns the address of a script; `undefined` when it has none. */
export const toAddress = (script: Uint8Array, { prefixes }: BitcoinNetwork): string | undefined => {
  const kind = getOutputKind(script)
  if (kind._tag === "KeyHash") return address.toBase58Check(kind.hash, prefixes.pubKeyHash)
  if (kind._tag === "ScriptHash") return address.toBase58Check(kind.hash, prefixes.scriptHash)
  const witness = kind._tag === "Other" ? null : parseWitnessProgram(script)
  return witness === null ? undefined : address.toBech32(witness.program, witness.version, prefixes.bech32)
}
