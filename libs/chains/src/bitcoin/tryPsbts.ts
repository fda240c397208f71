import type { Trial } from "../contract/Transfer.ts"
import { type Coin, sumOf } from "./Coin.ts"
import type { Owner } from "./inWords.ts"
import type { Output, Psbt } from "./Psbt.ts"
import { isSameScript } from "./Script.ts"
import { spentAlready } from "./simulate.ts"

/** Transactions one after the other, out of the coins of some owners that a node says are there. What others pay in is theirs to know. */
export const tryPsbts = (
  psbts: readonly Psbt[],
  owners: readonly Owner[],
  held: readonly { readonly balance: bigint; readonly coins: readonly Coin[] }[],
): Trial => {
  if (owners.length === 0) return { _tag: "Unavailable" }
  const isOwn = ({ script }: Output) => owners.some((owner) => isSameScript(script, owner.script))
  const balance = held.reduce((sum, one) => sum + one.balance, 0n)
  const there = new Map(held.flatMap(({ coins }) => coins.map(({ outpoint, value }) => [outpoint, value])))
  let after = balance
  for (const [at, { inputs, outputs, txid }] of psbts.entries()) {
    const mine = inputs.filter(({ coin }) => coin !== null && isOwn(coin))
    for (const { coin, outpoint } of mine) {
      if (there.get(outpoint) !== coin?.value) return { _tag: "Reverts", at, text: spentAlready }
      there.delete(outpoint)
    }
    const coins = inputs.flatMap(({ coin }) => coin ?? [])
    const isAlone = mine.length === inputs.length
    // Without the fee, as far as it is one's own.
    const fee = isAlone ? sumOf(coins) - sumOf(outputs) : 0n
    if (fee < 0n) return { _tag: "Reverts", at, text: "It pays more than it spends." }
    after += sumOf(outputs.filter(isOwn)) - sumOf(coins.filter(isOwn)) + fee
    for (const [index, output] of outputs.entries())
      if (isOwn(output)) there.set(`${txid}:${index}`, output.value)
  }
  return { _tag: "Tried", changes: [{ token: null, before: balance, after }] }
}
