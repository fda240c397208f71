import type { Psbt, PsbtInput, PsbtOutput } from "../Psbt.ts"

/** Returns whether an output belongs to the account, or to another address of its wallet. */
export type IsOwn = (output: PsbtOutput) => boolean

/** Signs one input and the output of the same number: others may add the rest. Source: BIP-143. */
const offerSighash = 0x83

const isOwnInput = (input: PsbtInput | undefined, isOwn: IsOwn): boolean =>
  input?.coin != null && isOwn(input.coin)

/**
 * Returns whether the account offers coins for prices: it signs each with the output that pays it, and the
 * buyer adds the rest. An own output that no such signature secures is a promise, and makes it no offer.
 */
export const isOffer = ({ inputs, outputs }: Psbt, isOwn: IsOwn): boolean => {
  const mine = [...inputs.entries()].filter(([, input]) => isOwnInput(input, isOwn))
  return (
    mine.length > 0 &&
    inputs.every(({ coin }) => coin !== null) &&
    outputs.every((output, at) => !isOwn(output) || isOwnInput(inputs[at], isOwn)) &&
    mine.every(([at, { coin, sighash }]) => {
      const paid = outputs[at]
      return (
        sighash === offerSighash && paid !== undefined && isOwn(paid) && paid.value >= (coin?.value ?? 0n)
      )
    })
  )
}
