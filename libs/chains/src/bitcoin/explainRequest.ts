import { sha256 } from "@noble/hashes/sha2.js"
import { hex } from "@scure/base"
import { Effect, Result } from "effect"
import type { ChainActions } from "../contract/ChainActions.ts"
import type { RequestWarning, ReviewedRequest } from "../contract/Explanation.ts"
import { RequestTooLong } from "../contract/RequestTooLong.ts"
import type { ChainTransaction, SimulationResult } from "../contract/Transfer.ts"
import { isWithoutReturn } from "../effects/isWithoutReturn.ts"
import type { DecimalsLookup } from "../effects/Worth.ts"
import { emptyExplanation } from "../explain/emptyExplanation.ts"
import { limitReview, maxReviewLines } from "../explain/limitReview.ts"
import { toSimulationWarnings } from "../explain/simulationWarnings.ts"
import { toAddress } from "./addressScripts.ts"
import { fetchConfirmedBalance } from "./balance.ts"
import {
  describePsbt,
  getPsbtFee,
  getPsbtSize,
  makeIsOwn,
  type OwnAddress,
  type PsbtContext,
} from "./describePsbt.ts"
import { alwaysAllowedFee, getFeeLimit, maxFee } from "./effects/feeLimit.ts"
import { findSecured } from "./effects/findSecured.ts"
import { isOffer } from "./effects/isOffer.ts"
import { findPsbtTrades, getBurned, toNative } from "./effects/psbtTrades.ts"
import { findRunestone } from "./effects/Runestone.ts"
import { fetchFeeRate } from "./feeRate.ts"
import { explainMessage } from "./message.ts"
import { decodePsbt, type Psbt, type PsbtInput, type PsbtOutput } from "./Psbt.ts"
import { isDataOutput, isSameScript, parseAddressScript } from "./Script.ts"
import { alreadySpentText } from "./simulateTransfer.ts"
import { sumValues, type Utxo } from "./Utxo.ts"
import { fetchUtxoList } from "./utxos.ts"

/** Returns the warnings that follow from a PSBT itself, not from its simulation. */
const findPsbtWarnings = (
  psbt: Psbt,
  reader: PsbtContext,
  rate: bigint | null,
): readonly RequestWarning[] => {
  const isOwn = makeIsOwn(reader)
  const fee = getPsbtFee(psbt)
  const isOffered = isOffer(psbt, isOwn)
  const isReadable =
    (fee !== null || isOffered) &&
    // A signature for a coin of no own address is for a script that is not read, such as of several keys.
    psbt.inputs.some(({ coin }) => coin !== null && isOwn(coin)) &&
    psbt.outputs.every(
      (output) =>
        isOwn(output) || isDataOutput(output.script) || toAddress(reader.network, output.script) !== null,
    )
  const isGiveaway = findPsbtTrades(psbt, isOwn).some((trade) => isWithoutReturn(trade, getDecimals))
  return [
    ...(isReadable ? [] : [{ _tag: "Blind" } as const]),
    ...(isGiveaway ? [{ _tag: "Giveaway" } as const] : []),
    ...(psbt.inputs.some(
      (input) => isOpenEnded(input, reader) && !(isOffered && input.coin !== null && isOwn(input.coin)),
    )
      ? [{ _tag: "OpenEnded" } as const]
      : []),
    ...(fee !== null && fee > getReasonableFee(psbt, isOwn, rate) ? [{ _tag: "HighFee", fee } as const] : []),
  ]
}

const getDecimals: DecimalsLookup = ({ _tag }) => (_tag === "Native" ? 8 : null)

/** Compares with the amount paid to others, or with the total for a self-transfer, and with the usual fee. */
const getReasonableFee = (
  psbt: Psbt,
  isOwn: (output: PsbtOutput) => boolean,
  rate: bigint | null,
): bigint => {
  const { outputs } = psbt
  const size = getPsbtSize(psbt)
  const paid = sumValues(outputs.filter((output) => !isOwn(output)))
  return getFeeLimit(
    paid > 0n ? paid : sumValues(outputs),
    rate === null || size === null ? null : (rate * size) / 1_000n,
  )
}

/** Returns what several PSBTs lose together: slices may be small, and the whole not. */
const findSlices = (
  psbts: readonly Psbt[],
  reader: PsbtContext,
  rate: bigint | null,
): readonly RequestWarning[] => {
  if (psbts.length < 2) return []
  const isOwn = makeIsOwn(reader)
  const fee = sum(psbts.map((psbt) => getPsbtFee(psbt) ?? 0n))
  const limit = sum(psbts.map((psbt) => getReasonableFee(psbt, isOwn, rate) - alwaysAllowedFee))
  const most = limit > maxSlicedFee ? limit : maxSlicedFee
  const burned = sum(psbts.map(({ outputs }) => getBurned(outputs)))
  return [
    ...(isWithoutReturn({ gives: [toNative(burned)], gets: [] }, getDecimals)
      ? [{ _tag: "Giveaway" } as const]
      : []),
    ...(fee > (most < maxFee ? most : maxFee) ? [{ _tag: "HighFee", fee } as const] : []),
  ]
}

/** Satoshis that the fees of several PSBTs may cost together: what a batch of small ones costs. */
const maxSlicedFee = 10n * alwaysAllowedFee

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, one) => total + one, 0n)

/**
 * Returns `true` if a signature of the user would leave parts of the transaction changeable. Source: BIP-143, BIP-341.
 */
const isOpenEnded = ({ coin, sighash }: PsbtInput, reader: PsbtContext): boolean => {
  const isWhole = sighash === null || sighash === 0 || sighash === 1
  // Last, because addresses take long to compute.
  return !isWhole && (coin === null || isKnownOutput(coin, reader))
}

/** The bit of a signature type that lets others add inputs. Source: BIP-143. */
const anyoneCanPay = 0x80

const isKnownOutput = (coin: PsbtOutput, reader: PsbtContext): boolean => {
  if (makeIsOwn(reader)(coin)) return true
  const address = toAddress(reader.network, coin.script)
  return address !== null && reader.getName(address) !== null
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
  for (const [at, psbt] of psbts.entries()) {
    const { inputs, outputs, txid } = psbt
    const mine = inputs.filter(({ coin }) => coin !== null && isOwn(coin))
    for (const { coin, outpoint } of mine) {
      if (there.get(outpoint) !== coin?.value) return { _tag: "Reverts", at, text: alreadySpentText }
      there.delete(outpoint)
    }
    const coins = inputs.flatMap(({ coin }) => coin ?? [])
    const isAlone = mine.length === inputs.length
    // Without the fee, if the user alone pays it. Others may still add inputs where a signature allows it.
    const rest = sumValues(coins) - sumValues(outputs)
    if (isAlone && rest < 0n && !mine.some(({ sighash }) => ((sighash ?? 0) & anyoneCanPay) > 0))
      return { _tag: "Reverts", at, text: "Its outputs exceed its inputs." }
    const fee = isAlone && rest > 0n ? rest : 0n
    after += sumValues(findSecured(psbt, isOwn)) - sumValues(coins.filter(isOwn)) + fee
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

const explainWhole = (asked: BitcoinExplainRequest): Effect.Effect<ReviewedRequest, RequestTooLong> => {
  const { request } = asked
  switch (request._tag) {
    case "Transaction":
      return explainSent(asked, [request.transaction])
    case "Transactions":
      return explainSent(asked, request.transactions)
    case "Message":
    case "MessageBytes":
      return Effect.succeed(explainMessage(asked, request))
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
): Effect.Effect<ReviewedRequest, RequestTooLong> => {
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
  // Before the addresses of its outputs, which take long to compute.
  const lines = countForeignLines(psbts, reader)
  if (lines > maxReviewLines)
    return Effect.fail(new RequestTooLong({ what: "lines", count: lines, most: maxReviewLines }))
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
  const isCheap = psbts.every((psbt) => (getPsbtFee(psbt) ?? 0n) <= alwaysAllowedFee)
  const rate = isCheap ? Effect.succeed(null) : Effect.catch(fetchFeeRate(rpc), () => Effect.succeed(null))
  const reads = Effect.all([Effect.result(held), rate], { concurrency: 2 })
  return Effect.map(reads, ([read, usual]): ReviewedRequest => {
    const trial: SimulationResult = Result.isSuccess(read)
      ? simulatePsbts(psbts, concerned, read.success)
      : { _tag: "Unavailable" }
    return {
      calls: [describePsbt(first, reader), ...rest.map((psbt) => describePsbt(psbt, reader))],
      dangers: [
        ...psbts.flatMap((psbt) => findPsbtWarnings(psbt, reader, usual)),
        ...findSlices(psbts, reader, usual),
        ...toSimulationWarnings(trial),
      ],
      trial,
    }
  })
}

/**
 * Returns the lines that the coins of others, payments to them and edicts of runes take at least: two each, an amount
 * and an address.
 */
const countForeignLines = (psbts: readonly Psbt[], reader: PsbtContext): number => {
  const isOwn = makeIsOwn(reader)
  return psbts.reduce((lines, { inputs, outputs }) => {
    const foreign = [...inputs.flatMap(({ coin }) => coin ?? []), ...outputs].filter((one) => !isOwn(one))
    return lines + 2 * (foreign.length + (findRunestone(outputs)?.edicts.length ?? 0))
  }, 0)
}

/** Returns `true` if a PSBT spends from or pays this script. */
const involvesScript = (psbts: readonly Psbt[], script: Uint8Array): boolean =>
  psbts
    .flatMap(({ inputs, outputs }) => [...inputs.flatMap(({ coin }) => coin ?? []), ...outputs])
    .some((output) => isSameScript(output.script, script))
