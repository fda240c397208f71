import { Effect } from "effect"
import { type Actions, TransferRefused } from "../contract/Actions.ts"
import { sumOf } from "./Coin.ts"
import { type NodeTransaction, readRate, readSpender, readTransaction } from "./esplora.ts"
import { feeRate } from "./feeRate.ts"
import { readPsbt, writePsbt } from "./Psbt.ts"
import { isSameScript, kindOf, scriptIn, scriptKinds, virtualSize } from "./Script.ts"
import { paysSame, wantedIn } from "./Sent.ts"

/** The rate is that of a block within half an hour, or little above what waits. */
const seconds = 1_800

/** Satoshis per thousand virtual bytes: each replacement pays its own way, beyond all that it replaces. Source: BIP-125, rule 4. */
const relayRate = 1_000n

const reverts = (text: string) => Effect.fail(new TransferRefused({ reason: { _tag: "Reverts", text } }))
/** Said without words of its own: whoever asked knows better what to say of a payment that waits no more. */
const gone = ""

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
  const inputWeight = kind && scriptKinds[kind].inputWeight
  const wanted = wantedIn({ from, transaction, mark: null, hash: null, taken: [] })
  const [first] = psbt?.inputs ?? []
  if (psbt === null || own === null || kind === null || inputWeight === null) return yield* reverts(gone)
  if (wanted === null || first === undefined) return yield* reverts(gone)
  const spender = yield* readSpender(node, first.outpoint)
  const [waiting, rate] = yield* Effect.all(
    [spender === null ? Effect.succeed(null) : readTransaction(node, spender), readRate(node)],
    { concurrency: "unbounded" },
  )
  const coins = psbt.inputs.flatMap(({ coin, outpoint }) => (coin === null ? [] : [{ outpoint, coin }]))
  const isIt =
    waiting !== null &&
    coins.length === psbt.inputs.length &&
    waiting.vin.length === coins.length &&
    waiting.vin.every(({ txid, vout }) => wanted.inputs.includes(`${txid}:${vout}`)) &&
    paysSame(waiting, wanted)
  if (!isIt || waiting.status.confirmed) return yield* reverts(gone)

  const at = psbt.outputs.findLastIndex(({ script }) => isSameScript(script, own))
  const change = psbt.outputs[at]
  // One that pays oneself alone has nothing else that could be taken from.
  if (change === undefined || psbt.outputs.length < 2)
    return yield* reverts("Nothing is left that could pay more.")
  const spent = waiting.vout.map(({ scriptpubkey }, index) =>
    scriptpubkey === wanted.own ? readSpender(node, `${waiting.txid}:${index}`) : Effect.succeed(null),
  )
  if ((yield* Effect.all(spent)).some((child) => child !== null))
    return yield* reverts("Another payment already builds on this one.")

  const size = virtualSize({
    inputs: coins.length,
    inputWeight,
    outputs: psbt.outputs.map(({ script }) => script),
  })
  const higher = higherFee({ waiting, rate, size, inputs: BigInt(coins.length) })
  // Of what the node says, only the fee to be passed counts: whom it pays stands in what was signed.
  const left = change.value + sumOf(coins.map(({ coin }) => coin)) - sumOf(psbt.outputs)
  const rest = left - higher
  if (rest < 0n) return yield* reverts("Too little is left to pay more.")
  const isDust = rest < scriptKinds[kind].dust
  const most = isDust ? left : higher
  return {
    transaction: {
      psbt: writePsbt({
        inputs: coins,
        outputs: psbt.outputs.flatMap((output, index) =>
          index !== at ? [output] : isDust ? [] : [{ ...output, value: rest }],
        ),
        lockTime: psbt.lockTime,
      }),
    },
    fee: { expected: most, most, terms: {}, seconds, parts: feeRate(most, size) },
    before: waiting.fee,
  }
})

/** By more than a node asks for, so that it takes it. `size` in virtual bytes, at most. Source: BIP-125, rules 3 and 4. */
const higherFee = ({
  inputs,
  rate,
  size,
  waiting,
}: {
  readonly waiting: NodeTransaction
  readonly rate: bigint
  readonly size: bigint
  readonly inputs: bigint
}): bigint => {
  // Each signature may be shorter than it can be, by less than a virtual byte.
  const told = BigInt(Math.ceil(waiting.weight / 4))
  const actual = told < size - inputs ? size - inputs : told > size ? size : told
  const passing = (waiting.fee * 1_000n) / actual + relayRate
  const wanted = ((passing > rate ? passing : rate) * size + 999n) / 1_000n
  const least = waiting.fee + size
  return wanted > least ? wanted : least
}
