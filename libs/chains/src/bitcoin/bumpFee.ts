import { Effect } from "effect"
import { type ChainActions, TransferRejected } from "../contract/ChainActions.ts"
import { type EsploraTransaction, fetchSpender, fetchTransaction } from "./esplora.ts"
import { fetchFeeRate } from "./feeRate.ts"
import { toFeeRatePart } from "./feeRatePart.ts"
import { hasSameOutputs, toPaymentFingerprint } from "./PaymentFingerprint.ts"
import { decodePsbt, encodePsbt } from "./Psbt.ts"
import { getVirtualSize, isSameScript, parseAddressScript, scriptKinds, toScriptKind } from "./Script.ts"
import { sumValues } from "./Utxo.ts"

/** The rate targets a block within half an hour, or little above the pending fee. */
const confirmationSeconds = 1_800

/** Satoshis per thousand virtual bytes that a replacement pays for its own relay. Source: BIP-125, rule 4. */
const minRelayFeeRate = 1_000n

const failReverts = (text: string) => Effect.fail(new TransferRejected({ reason: { _tag: "Reverts", text } }))
/** Empty, because the caller has a better text for a payment that is no longer pending. */
const goneText = ""

/**
 * Replaces a payment with one that spends the same UTXOs, so that only one can be mined, and takes the extra fee from
 * the change. Rejected without enough change, or if the change is already spent.
 */
export const bumpFee: NonNullable<ChainActions["bumpFee"]> = Effect.fnUntraced(function* ({
  from,
  rpc,
  transaction,
}) {
  const node = yield* rpc.pin
  const psbt = decodePsbt(transaction["psbt"])
  const own = parseAddressScript(from)
  const kind = own && toScriptKind(own)
  const inputWeight = kind && scriptKinds[kind].inputWeight
  const wanted = toPaymentFingerprint({ from, transaction, mark: null, hash: null, excludedHashes: [] })
  const [first] = psbt?.inputs ?? []
  if (psbt === null || own === null || kind === null || inputWeight === null)
    return yield* failReverts(goneText)
  if (wanted === null || first === undefined) return yield* failReverts(goneText)
  const spender = yield* fetchSpender(node, first.outpoint)
  const [waiting, rate] = yield* Effect.all(
    [spender === null ? Effect.succeed(null) : fetchTransaction(node, spender), fetchFeeRate(node)],
    { concurrency: "unbounded" },
  )
  const coins = psbt.inputs.flatMap(({ coin, outpoint }) => (coin === null ? [] : [{ outpoint, coin }]))
  const isIt =
    waiting !== null &&
    coins.length === psbt.inputs.length &&
    waiting.vin.length === coins.length &&
    waiting.vin.every(({ txid, vout }) => wanted.inputs.includes(`${txid}:${vout}`)) &&
    hasSameOutputs(waiting, wanted)
  if (!isIt || waiting.status.confirmed) return yield* failReverts(goneText)

  const at = psbt.outputs.findLastIndex(({ script }) => isSameScript(script, own))
  const change = psbt.outputs[at]
  // A payment to oneself has no change output to take the fee from.
  if (change === undefined || psbt.outputs.length < 2)
    return yield* failReverts("No funds are left for a higher fee.")
  const spent = waiting.vout.map(({ scriptpubkey }, index) =>
    scriptpubkey === wanted.own ? fetchSpender(node, `${waiting.txid}:${index}`) : Effect.succeed(null),
  )
  if ((yield* Effect.all(spent)).some((child) => child !== null))
    return yield* failReverts("Another payment already spends from this one.")

  const size = getVirtualSize({
    inputs: coins.length,
    inputWeight,
    outputs: psbt.outputs.map(({ script }) => script),
  })
  const higher = getReplacementFee({ waiting, rate, size, inputs: BigInt(coins.length) })
  // The node provides only the fee to exceed. The outputs come from the signed PSBT.
  const left = change.value + sumValues(coins.map(({ coin }) => coin)) - sumValues(psbt.outputs)
  const rest = left - higher
  if (rest < 0n) return yield* failReverts("Not enough is left for a higher fee.")
  const isDust = rest < scriptKinds[kind].dust
  const most = isDust ? left : higher
  return {
    transaction: {
      psbt: encodePsbt({
        inputs: coins,
        outputs: psbt.outputs.flatMap((output, index) =>
          index !== at ? [output] : isDust ? [] : [{ ...output, value: rest }],
        ),
        lockTime: psbt.lockTime,
      }),
    },
    fee: {
      expected: most,
      most,
      transactionFields: {},
      seconds: confirmationSeconds,
      parts: toFeeRatePart(most, size),
    },
    before: waiting.fee,
  }
})

/**
 * Returns a fee above the minimum that a node accepts. `size` is the maximum in virtual bytes. Source: BIP-125, rules 3
 * and 4.
 */
const getReplacementFee = ({
  inputs,
  rate,
  size,
  waiting,
}: {
  readonly waiting: EsploraTransaction
  readonly rate: bigint
  readonly size: bigint
  readonly inputs: bigint
}): bigint => {
  // Each signature may be shorter than its maximum, by less than a virtual byte.
  const told = BigInt(Math.ceil(waiting.weight / 4))
  const actual = told < size - inputs ? size - inputs : told > size ? size : told
  const passing = (waiting.fee * 1_000n) / actual + minRelayFeeRate
  const wanted = ((passing > rate ? passing : rate) * size + 999n) / 1_000n
  const least = waiting.fee + size
  return wanted > least ? wanted : least
}
