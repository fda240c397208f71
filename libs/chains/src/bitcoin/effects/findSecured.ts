import type { Psbt, PsbtOutput } from "../Psbt.ts"
import type { IsOwn } from "./isOffer.ts"

/** Types of signatures that cover all outputs; `null` is the signer's default. Source: BIP-143, BIP-341. */
const allOutputs: ReadonlySet<number | null> = new Set([null, 0, 1, 0x81])

/** Types of signatures that cover the output of the input's number. */
const oneOutput: ReadonlySet<number | null> = new Set([...allOutputs, 3, 0x83])

/**
 * Returns the outputs to the account that cannot be changed once it has signed: all of them if each of its signatures
 * covers all, or else those at its own inputs, because others may take a signature into another transaction.
 */
export const findSecured = ({ inputs, outputs }: Psbt, isOwn: IsOwn): readonly PsbtOutput[] => {
  const mine = inputs.map((input) => (input.coin !== null && isOwn(input.coin) ? input : null))
  const isWhole = mine.every((input) => input === null || allOutputs.has(input.sighash))
  return outputs.filter((output, at) => {
    const input = mine[at]
    return isOwn(output) && (isWhole || (input != null && oneOutput.has(input.sighash)))
  })
}
