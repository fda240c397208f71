import { hex } from "@scure/base"
import { Effect } from "effect"
import { type Actions, TransferRefused } from "../contract/Actions.ts"
import { readRate, readSpender, readTransaction } from "./esplora.ts"
import { readPsbt, writePsbt } from "./Psbt.ts"
import { isSameScript, kindOf, scriptIn, scriptKinds } from "./Script.ts"

/** The rate is that of a block within half an hour, or little above what waits. */
const seconds = 1_800

/** Satoshis per thousand virtual bytes: each replacement pays its own way, beyond all that it replaces. Source: BIP-125, rule 4. */
const relayRate = 1_000n

const reverts = (text: string) => Effect.fail(new TransferRefused({ reason: { _tag: "Reverts", text } }))
const gone = "It does not wait any more."

/**
 * Pays the same out of the same coins, so that only one of the two can be mined, and takes the difference from the
 * change. Refused where there is none to take it from, or where something else already spends that change.
 */
export const raiseFee: NonNullable<Actions["raiseFee"]> = Effect.fnUntraced(function* ({
  from,
  rpc,
  transaction,
}) {
  const node = yield* rpc.pin
  const psbt = readPsbt(transaction["psbt"])
  const own = scriptIn(from)
  const kind = own && kindOf(own)
  const [first] = psbt?.inputs ?? []
  if (psbt === null || own === null || kind === null || first === undefined) return yield* reverts(gone)
  const spender = yield* readSpender(node, first.outpoint)
  const [waiting, rate] = yield* Effect.all(
    [spender === null ? Effect.succeed(null) : readTransaction(node, spender), readRate(node)],
    { concurrency: "unbounded" },
  )
  const coins = psbt.inputs.flatMap(({ coin, outpoint }) => (coin === null ? [] : [{ outpoint, coin }]))
  const isSame =
    waiting !== null &&
    waiting.vin.length === coins.length &&
    waiting.vin.every(({ txid, vout }) => coins.some(({ outpoint }) => outpoint === `${txid}:${vout}`))
  if (!isSame || waiting.status.confirmed) return yield* reverts(gone)

  const outputs = waiting.vout.map(({ scriptpubkey, value }) => ({ script: hex.decode(scriptpubkey), value }))
  const at = outputs.findLastIndex(({ script }) => isSameScript(script, own))
  const change = outputs[at]
  // One that pays oneself alone has nothing else that could be taken from.
  if (change === undefined || outputs.length < 2)
    return yield* reverts("Nothing is left that could pay more.")
  if ((yield* readSpender(node, `${waiting.txid}:${at}`)) !== null)
    return yield* reverts("Another payment already builds on this one.")

  const size = BigInt(Math.ceil(waiting.weight / 4))
  const paidRate = (waiting.fee * 1_000n) / size
  const wanted = paidRate + relayRate > rate ? paidRate + relayRate : rate
  const fee = (wanted * size + 999n) / 1_000n
  // The signatures of the other one may be a byte shorter each.
  const least = waiting.fee + size + BigInt(coins.length)
  const higher = fee > least ? fee : least
  const rest = change.value + waiting.fee - higher
  if (rest < 0n) return yield* reverts("Too little is left to pay more.")
  const isDust = rest < scriptKinds[kind].dust
  const most = isDust ? change.value + waiting.fee : higher
  return {
    transaction: {
      psbt: writePsbt({
        inputs: coins,
        outputs: outputs.flatMap((output, index) =>
          index !== at ? [output] : isDust ? [] : [{ ...output, value: rest }],
        ),
        lockTime: psbt.lockTime,
      }),
    },
    fee: { expected: most, most, terms: {}, seconds },
    before: waiting.fee,
  }
})
