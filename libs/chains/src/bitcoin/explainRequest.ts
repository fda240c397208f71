import { sha256 } from "@noble/hashes/sha2.js"
import { hex } from "@scure/base"
import { Effect, Result } from "effect"
import type { ChainActions } from "../contract/ChainActions.ts"
import type { RequestWarning, ReviewedRequest } from "../contract/Explanation.ts"
import type { ChainTransaction, SimulationResult } from "../contract/Transfer.ts"
import { emptyExplanation } from "../explain/emptyExplanation.ts"
import { limitReview } from "../explain/limitReview.ts"
import { toSimulationWarnings } from "../explain/simulationWarnings.ts"
import { toAddress } from "./addressScripts.ts"
import { fetchConfirmedBalance } from "./balance.ts"
import {
  describePsbt,
  getPsbtFee,
  isDataOutput,
  makeIsOwn,
  type OwnAddress,
  type PsbtContext,
} from "./describePsbt.ts"
import { explainMessage } from "./message.ts"
import { decodePsbt, type Psbt, type PsbtInput, type PsbtOutput } from "./Psbt.ts"
import { isSameScript, parseAddressScript } from "./Script.ts"
import { alreadySpentText } from "./simulateTransfer.ts"
import { sumValues, type Utxo } from "./Utxo.ts"
import { fetchUtxoList } from "./utxos.ts"

/** Satoshis that a fee may always cost, because a small payment costs as much as a large one. */
const alwaysAllowedFeeSatoshis = 10_000n

/** Returns the warnings that follow from the PSBT alone, before its simulation. */
const findPsbtWarnings = (psbt: Psbt, reader: PsbtContext): readonly RequestWarning[] => {
  const fee = getPsbtFee(psbt)
  const isReadable =
    fee !== null &&
    psbt.outputs.every(({ script }) => toAddress(reader.network, script) !== null || isDataOutput(script))
  return [
    ...(isReadable ? [] : [{ _tag: "Blind" } as const]),
    ...(psbt.inputs.some((input) => isOpenEnded(input, reader)) ? [{ _tag: "OpenEnded" } as const] : []),
    ...(fee !== null && fee > getReasonableFee(psbt, reader) ? [{ _tag: "HighFee", fee } as const] : []),
  ]
}

/**
 * Returns a tenth of the amount paid to others, or of the total for a self-transfer; at least
 * `alwaysAllowedFeeSatoshis`.
 */
const getReasonableFee = ({ outputs }: Psbt, reader: PsbtContext): bigint => {
  const isOwn = makeIsOwn(reader)
  const paid = sumValues(outputs.filter((output) => !isOwn(output)))
  const tenth = (paid > 0n ? paid : sumValues(outputs)) / 10n
  return tenth > alwaysAllowedFeeSatoshis ? tenth : alwaysAllowedFeeSatoshis
}

/**
 * Returns `true` if a signature of the user would leave parts of the transaction changeable. Source: BIP-143, BIP-341.
 */
const isOpenEnded = ({ coin, sighash }: PsbtInput, reader: PsbtContext): boolean => {
  const isOwn = coin === null || isKnownOutput(coin, reader)
  const isWhole = sighash === null || sighash === 0 || sighash === 1
  return isOwn && !isWhole
}

const isKnownOutput = (coin: PsbtOutput, reader: PsbtContext): boolean => {
  const address = toAddress(reader.network, coin.script)
  return makeIsOwn(reader)(coin) || (address !== null && reader.getName(address) !== null)
}

/** Simulates transactions in sequence, on the owners' UTXOs that a node reports. Inputs of others are not checked. */
const simulatePsbts = (
  psbts: readonly Psbt[],
  owners: readonly OwnAddress[],
  held: readonly { readonly balance: bigint; readonly coins: readonly Utxo[] }[],
): SimulationResult => {
  if (owners.length === 0) return { _tag: "Unavailable" }
  const isOwn = ({ script }: PsbtOutput) => owners.some((owner) => isSameScript(script, owner.script))
  const balance = held.reduce((sum, one) => sum + one.balance, 0n)
  const there = new Map(held.flatMap(({ coins }) => coins.map(({ outpoint, value }) => [outpoint, value])))
  let after = balance
  for (const [at, { inputs, outputs, txid }] of psbts.entries()) {
    const mine = inputs.filter(({ coin }) => coin !== null && isOwn(coin))
    for (const { coin, outpoint } of mine) {
      if (there.get(outpoint) !== coin?.value) return { _tag: "Reverts", at, text: alreadySpentText }
      there.delete(outpoint)
    }
    const coins = inputs.flatMap(({ coin }) => coin ?? [])
    const isAlone = mine.length === inputs.length
    // Without the fee, if the user alone pays it.
    const fee = isAlone ? sumValues(coins) - sumValues(outputs) : 0n
    if (fee < 0n) return { _tag: "Reverts", at, text: "Its outputs exceed its inputs." }
    after += sumValues(outputs.filter(isOwn)) - sumValues(coins.filter(isOwn)) + fee
    for (const [index, output] of outputs.entries())
      if (isOwn(output)) there.set(`${txid}:${index}`, output.value)
  }
  return { _tag: "Simulated", changes: [{ token: null, before: balance, after }] }
}

/** Explains data that cannot be decoded. `sends` if it would move funds. */
const unknownExplanation = (text: string, sends: boolean): ReviewedRequest => ({
  calls: [{ ...emptyExplanation, digest: hashText(text) }],
  dangers: [{ _tag: "Blind" }, ...(sends ? [{ _tag: "Untried" } as const] : [])],
  trial: sends ? { _tag: "Unavailable" } : null,
})

const hashText = (text: string): string => `0x${hex.encode(sha256(new TextEncoder().encode(text)))}`

type BitcoinExplainRequest = Parameters<ChainActions["explain"]>[0]

export const explainRequest: ChainActions["explain"] = (asked) =>
  Effect.flatMap(explainWhole(asked), limitReview(asked.network))

const explainWhole = (asked: BitcoinExplainRequest): Effect.Effect<ReviewedRequest> => {
  const { request } = asked
  switch (request._tag) {
    case "Transaction":
      return explainSent(asked, [request.transaction])
    case "Transactions":
      return explainSent(asked, request.transactions)
    case "Message":
    case "MessageBytes":
      return Effect.succeed(explainMessage(request))
    case "TypedData":
      return Effect.succeed(unknownExplanation(request.typedData, false))
    case "Calls":
      return Effect.succeed(unknownExplanation(request.calls.map(({ data }) => data).join(), true))
    case "Other":
      return Effect.succeed(unknownExplanation(request.params, false))
  }
}

const explainSent = (
  asked: BitcoinExplainRequest,
  transactions: readonly [ChainTransaction, ...ChainTransaction[]],
): Effect.Effect<ReviewedRequest> => {
  const psbts = transactions.flatMap(({ psbt }) => decodePsbt(psbt) ?? [])
  const [first, ...rest] = psbts
  if (first === undefined || psbts.length < transactions.length)
    return Effect.succeed(unknownExplanation(JSON.stringify(transactions), true))
  const { from, network, nameOf, own = [], rpc } = asked
  const others = [...new Set(own)].filter((address) => address !== from)
  const owners = [from, ...others].flatMap((address): readonly OwnAddress[] => {
    const script = parseAddressScript(address)
    return script === null ? [] : [{ address, script }]
  })
  const reader = { network, owners, getName: nameOf }
  // The wallet may have many addresses. Only those that the PSBTs involve are read.
  const concerned = owners.filter(({ address, script }) => address === from || involvesScript(psbts, script))
  const held = Effect.forEach(
    concerned,
    ({ address }) =>
      Effect.all(
        { balance: fetchConfirmedBalance(rpc, address), coins: fetchUtxoList(rpc, address) },
        { concurrency: 2 },
      ),
    { concurrency: 2 },
  )
  return Effect.map(Effect.result(held), (read): ReviewedRequest => {
    const trial: SimulationResult = Result.isSuccess(read)
      ? simulatePsbts(psbts, concerned, read.success)
      : { _tag: "Unavailable" }
    return {
      calls: [describePsbt(first, reader), ...rest.map((psbt) => describePsbt(psbt, reader))],
      dangers: [...psbts.flatMap((psbt) => findPsbtWarnings(psbt, reader)), ...toSimulationWarnings(trial)],
      trial,
    }
  })
}

/** Returns `true` if a PSBT spends from or pays this script. */
const involvesScript = (psbts: readonly Psbt[], script: Uint8Array): boolean =>
  psbts
    .flatMap(({ inputs, outputs }) => [...inputs.flatMap(({ coin }) => coin ?? []), ...outputs])
    .some((output) => isSameScript(output.script, script))
