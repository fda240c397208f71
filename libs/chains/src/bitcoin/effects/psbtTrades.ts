import type { Asset, AssetAmount, Trade } from "../../effects/Trade.ts"
import type { Psbt, PsbtInput, PsbtOutput } from "../Psbt.ts"
import { isDataOutput } from "../Script.ts"
import { sumValues } from "../Utxo.ts"
import { findSecured } from "./findSecured.ts"
import { type IsOwn, isOffer } from "./isOffer.ts"
import { mayBeInscribed } from "./mayBeInscribed.ts"
import { findRunestone } from "./Runestone.ts"

/**
 * Returns the trades of a PSBT: the inscriptions and runes that it takes from the account and what it pays for them, and
 * the money that it burns. Its payments and its fee are shown, and are no trades.
 */
export const findPsbtTrades = (psbt: Psbt, isOwn: IsOwn): readonly Trade[] => {
  if (isOffer(psbt, isOwn)) return findOffers(psbt, isOwn)
  const { inputs, outputs } = psbt
  const mine = inputs.flatMap(({ coin }) => (coin !== null && isOwn(coin) ? coin : []))
  const gain = sumValues(findSecured(psbt, isOwn)) - sumValues(mine)
  const lost = [...findLostInscriptions(psbt, isOwn), ...findLostRunes(psbt, isOwn)]
  return [
    // Each pays for itself: one price for several is an equal part for each.
    ...lost.map(
      (one): Trade => ({
        gives: [one],
        gets: gain > 0n ? [toNative(gain / BigInt(lost.length))] : [],
      }),
    ),
    { gives: [toNative(getBurned(outputs))], gets: [] },
  ]
}

/** Returns the satoshis of outputs without an owner. */
export const getBurned = (outputs: readonly PsbtOutput[]): bigint =>
  sumValues(outputs.filter(({ script }) => isDataOutput(script)))

/** Not for its own amount: it is what the coin carries that is sold. */
const findOffers = ({ inputs, outputs }: Psbt, isOwn: IsOwn): readonly Trade[] =>
  inputs.flatMap(({ coin, outpoint }, at): readonly Trade[] =>
    coin === null || !isOwn(coin)
      ? []
      : [{ gives: [toCollectible(outpoint)], gets: [toNative((outputs[at]?.value ?? 0n) - coin.value)] }],
  )

/** Returns the coins of the account that may be inscribed, and of which a satoshi goes to others or to the fee. */
const findLostInscriptions = ({ inputs, outputs }: Psbt, isOwn: IsOwn): readonly AssetAmount[] => {
  const losesRunes = !isOwnOutput(outputs, isOwn, null)
  const { foreign, total } = findForeignRanges(outputs, isOwn)
  let start = 0n
  return inputs.flatMap(({ coin, outpoint }: PsbtInput) => {
    const from = start
    start += coin?.value ?? 0n
    if (coin === null || !isOwn(coin) || !mayBeInscribed(coin)) return []
    const isLost =
      losesRunes || start > total || foreign.some((range) => range.from < start && range.to > from)
    return isLost ? [toCollectible(outpoint)] : []
  })
}

/**
 * Returns the satoshis of outputs to others, and of all outputs, numbered in the order of the inputs: those of the first
 * input go into the first outputs, the last ones to the fee. Source: ord.
 */
const findForeignRanges = (outputs: readonly PsbtOutput[], isOwn: IsOwn) => {
  const foreign: { readonly from: bigint; readonly to: bigint }[] = []
  let total = 0n
  for (const output of outputs) {
    const from = total
    total += output.value
    if (!isOwn(output)) foreign.push({ from, to: total })
  }
  return { foreign, total }
}

/** Returns whether runes for this output stay in the account: by default the first output without data. */
const isOwnOutput = (outputs: readonly PsbtOutput[], isOwn: IsOwn, index: number | null): boolean => {
  const output = index === null ? outputs.find(({ script }) => !isDataOutput(script)) : outputs[index]
  return output !== undefined && isOwn(output)
}

/** Returns the runes that a message about them takes from the account. Only an index knows which coins have runes. */
const findLostRunes = ({ outputs }: Psbt, isOwn: IsOwn): readonly AssetAmount[] => {
  const runestone = findRunestone(outputs)
  if (runestone === undefined) return []
  if (runestone === null) return [toCollectible("runes")]
  const { edicts, pointer } = runestone
  const isAllOwn = outputs.every((output) => isDataOutput(output.script) || isOwn(output))
  const lost = edicts.filter(({ output }) =>
    output === outputs.length ? !isAllOwn : !isOwnOutput(outputs, isOwn, output),
  )
  return [
    ...lost.map(({ rune }) => toCollectible(rune)),
    ...(isOwnOutput(outputs, isOwn, pointer) ? [] : [toCollectible("runes")]),
  ]
}

const native: Asset = { _tag: "Native" }

export const toNative = (units: bigint): AssetAmount => ({ asset: native, units })

const toCollectible = (id: string): AssetAmount => ({ asset: { _tag: "Collectible", id }, units: 1n })
