import type { Psbt } from "bitcoinjs-lib"
import type { BitcoinKey } from "./BitcoinKey.ts"

/** Signs one input in place. Its coin is known to be the key's own. Throws where bitcoinjs cannot. */
export const signInput = (key: BitcoinKey, psbt: Psbt, index: number, sighash: number): void => {
  const { internalKey, signer } = key
  const input = psbt.data.inputs[index]
  if (internalKey !== undefined && input?.tapInternalKey === undefined) {
    psbt.updateInput(index, { tapInternalKey: internalKey })
  }
  // Taproot's own default is said by saying nothing.
  if (sighash !== 0 && input?.sighashType === undefined) psbt.updateInput(index, { sighashType: sighash })
  if (internalKey === undefined) psbt.signInput(index, signer, [sighash])
  else psbt.signTaprootInput(index, signer, undefined, [sighash])
}
