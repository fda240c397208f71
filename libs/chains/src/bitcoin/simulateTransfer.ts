import { Effect } from "effect"
import type { ChainActions } from "../contract/ChainActions.ts"
import type { TransferSimulation } from "../contract/Transfer.ts"
import { fetchConfirmedBalance } from "./balance.ts"
import { formatDustError } from "./estimatePayment.ts"
import { decodePsbt } from "./Psbt.ts"
import { isSameScript, parseAddressScript, scriptKinds, toScriptKind } from "./Script.ts"
import { sumValues } from "./Utxo.ts"
import { fetchUtxoList } from "./utxos.ts"

const unavailableSimulation: TransferSimulation = { _tag: "Unavailable" }
const toReverts = (text: string): TransferSimulation => ({ _tag: "Reverts", text })

export const alreadySpentText = "An input was already spent."

/** Simulates by arithmetic, because Bitcoin runs no code: it checks that the UTXOs are still unspent. */
export const simulateTransfer: ChainActions["simulate"] = ({ rpc, transaction, transfer }) => {
  const { amount, from, to } = transfer
  return Effect.all(
    [fetchUtxoList(rpc, from), fetchConfirmedBalance(rpc, from), fetchConfirmedBalance(rpc, to)],
    {
      concurrency: "unbounded",
    },
  ).pipe(
    Effect.map(([coins, hers, his]): TransferSimulation => {
      const [own, paid] = [parseAddressScript(from), parseAddressScript(to)]
      const kind = paid && toScriptKind(paid)
      if (own === null || paid === null || kind === null) return unavailableSimulation
      const { dust } = scriptKinds[kind]
      if (amount < dust) return toReverts(formatDustError(dust))
      const psbt = decodePsbt(transaction["psbt"])
      if (psbt === null) return unavailableSimulation
      const there = new Map(coins.map(({ outpoint, value }) => [outpoint, value]))
      const isThere = psbt.inputs.every(
        ({ coin, outpoint }) => coin !== null && there.get(outpoint) === coin.value,
      )
      if (!isThere) return toReverts(alreadySpentText)
      const arrives = sumValues(psbt.outputs.filter(({ script }) => isSameScript(script, paid)))
      const leaves = sumValues(psbt.outputs.filter(({ script }) => !isSameScript(script, own)))
      const change = (before: bigint, after: bigint) => [{ token: null, before, after }]
      return {
        _tag: "Simulated",
        sender: change(hers, hers - leaves),
        recipient: change(his, from === to ? his : his + arrives),
      }
    }),
    Effect.orElseSucceed(() => unavailableSimulation),
  )
}
