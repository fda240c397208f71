import type { Danger } from "../contract/Explanation.ts"
import { addressOf } from "./addresses.ts"
import { sumOf } from "./Coin.ts"
import { feeOf, isData, isOwnOf, type Reader } from "./inWords.ts"
import type { Output, Psbt, PsbtInput } from "./Psbt.ts"
import { kindOf } from "./Script.ts"

/** Satoshis that a fee may be whatever is paid: a payment of pennies costs about as much as any other. */
const always = 10_000n

/** What speaks against signing it, before anybody is asked whether it would pass. */
export const dangersOf = (psbt: Psbt, reader: Reader): readonly Danger[] => {
  const fee = feeOf(psbt)
  const isReadable =
    fee !== null && psbt.outputs.every(({ script }) => kindOf(script) !== null || isData(script))
  return [
    ...(isReadable ? [] : [{ _tag: "Blind" } as const]),
    ...(psbt.inputs.some((input) => isOpen(input, reader)) ? [{ _tag: "OpenEnded" } as const] : []),
    ...(fee !== null && fee > reasonable(psbt, reader) ? [{ _tag: "HighFee", fee } as const] : []),
  ]
}

/** A tenth of what others are paid, or of all where it is only moved; `always` where that is less. */
const reasonable = ({ outputs }: Psbt, reader: Reader): bigint => {
  const isOwn = isOwnOf(reader)
  const paid = sumOf(outputs.filter((output) => !isOwn(output)))
  const tenth = (paid > 0n ? paid : sumOf(outputs)) / 10n
  return tenth > always ? tenth : always
}

/** Whether one of one's own signatures would leave something to be changed. Source: BIP-143, BIP-341. */
const isOpen = ({ coin, sighash }: PsbtInput, reader: Reader): boolean => {
  const isOwn = coin === null || isKnown(coin, reader)
  const isWhole = sighash === null || sighash === 0 || sighash === 1
  return isOwn && !isWhole
}

const isKnown = (coin: Output, reader: Reader): boolean => {
  const address = addressOf(reader.network, coin.script)
  return isOwnOf(reader)(coin) || (address !== null && reader.nameOf(address) !== null)
}
