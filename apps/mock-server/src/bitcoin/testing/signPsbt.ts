import { p2wpkh } from "@scure/btc-signer"
import { Psbt, toXOnly } from "bitcoinjs-lib"
import type { BitcoinAccount } from "../bitcoinAccounts.ts"
import { makeTestKey } from "./keys.ts"
import { makeTweakedSigner } from "./transactions.ts"

/** Signs as a wallet does: adds its key's data, signs every input and finalises. @returns the transaction in hex. */
export const signPsbt = (psbt: string, kind: keyof BitcoinAccount, index = 0): string => {
  const key = makeTestKey(kind, index)
  const signing = Psbt.fromBase64(psbt)
  for (const at of signing.data.inputs.keys()) {
    if (kind === "taproot") signing.updateInput(at, { tapInternalKey: toXOnly(key.publicKey) })
    if (kind === "nested") signing.updateInput(at, { redeemScript: p2wpkh(key.publicKey).script })
    signing.signInput(at, kind === "taproot" ? makeTweakedSigner(key) : key)
  }
  signing.finalizeAllInputs()
  return signing.extractTransaction(true).toHex()
}
