import type { Psbt, PsbtOutput } from "../Psbt.ts"

/** Returns whether an output belongs to the account, or to another address of its wallet. */
export type IsOwn = (output: PsbtOutput) => boolean

/** Signs one input and the output of the same number: others may add the rest. Source: BIP-143. */
const offerSighash = 0x83

/**
 * Returns whether the account offers coins for prices: it signs each with the output that pays it, and the
 * buyer adds the rest.
 */
export const isOffer = ({ inputs, outputs }: Psbt, isOwn: IsOwn): boolean => {
  const mine = [...inputs.entries()].filter(([, { coin }]) => coin !== null && isOwn(coin))
  return (
    mine.length > 0 &&
    inputs.every(({ coin }) => coin !== null) &&
    mine.every(([at, { coin, sighash }]) => {
      const paid = outputs[at]
      return (
        sighash === offerSighash && paid !== undefined && isOwn(paid) && paid.value >= (coin?.value ?? 0n)
      )
    })
  )
}
