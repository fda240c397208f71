import { Effect } from "effect"
import type { Actions } from "../contract/Actions.ts"
import type { Simulation } from "../contract/Transfer.ts"
import { readBalance } from "./balance.ts"
import { sumOf } from "./Coin.ts"
import { readCoins } from "./coins.ts"
import { tooLittle } from "./estimate.ts"
import { readPsbt } from "./Psbt.ts"
import { isSameScript, kindOf, scriptIn, scriptKinds } from "./Script.ts"

const unavailable: Simulation = { _tag: "Unavailable" }
const reverts = (text: string): Simulation => ({ _tag: "Reverts", text })

export const spentAlready = "A coin that it spends is not there any more."

/** There is no code to run: what it does is arithmetic, if the coins are still there. */
export const simulate: Actions["simulate"] = ({ rpc, transaction, transfer }) => {
  const { amount, from, to } = transfer
  return Effect.all([readCoins(rpc, from), readBalance(rpc, from), readBalance(rpc, to)], {
    concurrency: "unbounded",
  }).pipe(
    Effect.map(([coins, hers, his]): Simulation => {
      const [own, paid] = [scriptIn(from), scriptIn(to)]
      const kind = paid && kindOf(paid)
      if (own === null || paid === null || kind === null) return unavailable
      const { dust } = scriptKinds[kind]
      if (amount < dust) return reverts(tooLittle(dust))
      const psbt = readPsbt(transaction["psbt"])
      if (psbt === null) return unavailable
      const there = new Map(coins.map(({ outpoint, value }) => [outpoint, value]))
      const isThere = psbt.inputs.every(
        ({ coin, outpoint }) => coin !== null && there.get(outpoint) === coin.value,
      )
      if (!isThere) return reverts(spentAlready)
      const arrives = sumOf(psbt.outputs.filter(({ script }) => isSameScript(script, paid)))
      const leaves = sumOf(psbt.outputs.filter(({ script }) => !isSameScript(script, own)))
      const change = (before: bigint, after: bigint) => [{ token: null, before, after }]
      return {
        _tag: "Simulated",
        sender: change(hers, hers - leaves),
        recipient: change(his, from === to ? his : his + arrives),
      }
    }),
    Effect.orElseSucceed(() => unavailable),
  )
}
