import { hex } from "@scure/base"
import { formatAmount, type Network } from "@wmodal/protocol"
import type { Actions } from "../contract/Actions.ts"
import type { ExplainedField, Explanation } from "../contract/Explanation.ts"
import { unknown } from "../explained/unknown.ts"
import { sanitizeLine } from "../text/printable.ts"
import { addressOf } from "./addresses.ts"
import { sumOf } from "./Coin.ts"
import type { Output, Psbt } from "./Psbt.ts"
import { isSameScript, kindOf, scriptKinds, virtualSize } from "./Script.ts"

/** Who reads it, and what they know. */
export interface Reader {
  readonly network: Network
  /** Who pays first, then whatever else is of the same wallet. */
  readonly owners: readonly Owner[]
  readonly nameOf: Parameters<Actions["explain"]>[0]["nameOf"]
}

/** An address of one's own. */
export interface Owner {
  /** Plain. */
  readonly address: string
  readonly script: Uint8Array
}

export const isOwnOf =
  ({ owners }: Pick<Reader, "owners">) =>
  ({ script }: Output): boolean =>
    owners.some((owner) => isSameScript(owner.script, script))

/** Inputs and outputs that are put into words; the rest is counted. */
const mostShown = 50

export const inWords = (psbt: Psbt, reader: Reader): Explanation => {
  const { inputs, outputs, txid } = psbt
  const isOwn = isOwnOf(reader)
  const coins = inputs.flatMap(({ coin }) => coin ?? [])
  const [mine, foreign] = [coins.filter(isOwn), coins.filter((coin) => !isOwn(coin))]
  const [back, paid] = [outputs.filter(isOwn), outputs.filter((output) => !isOwn(output))]
  const isAlone = mine.length === inputs.length
  const fee = feeOf(psbt)
  const size = sizeOf(psbt)
  const [only] = paid
  const {
    owners: [first],
  } = reader
  // What is inscribed on coins is kept at an address of its own.
  const others = [
    ...new Map(
      mine
        .filter(({ script }) => first === undefined || !isSameScript(script, first.script))
        .map((coin) => [hex.encode(coin.script), coin]),
    ).values(),
  ]
  const amount = (label: string, units: bigint): ExplainedField => ({
    label,
    text: amountText(units, reader.network),
    value: { _tag: "Amount", units, token: null, unlimited: false },
  })
  const shown = (label: string, all: readonly Output[]) => [
    ...all
      .slice(0, mostShown)
      .flatMap((output) => [amount(label, output.value), placeOf(output, reader, label === "Send")]),
    ...(all.length > mostShown ? [text("And more", `${all.length - mostShown}`)] : []),
  ]
  return {
    ...unknown,
    intent: isAlone ? (paid.length > 0 ? "Send" : "Move to yourself") : "Exchange coins",
    sentence:
      isAlone && only !== undefined && paid.length === 1
        ? `Send ${amountText(only.value, reader.network)} to ${placeOf(only, reader, true).text}`
        : null,
    value: sumOf(paid),
    fields: [
      ...shown("Send", paid),
      amount("You spend", sumOf(mine)),
      ...others.map((output) => placeOf(output, reader, false)),
      ...(back.length > 0 ? [amount("Back to you", sumOf(back))] : []),
      ...shown("Also spent", foreign),
      ...(fee === null ? [] : [amount("Fee", fee)]),
      ...(fee === null || size === null ? [] : [text("Fee rate", rateText(fee, size))]),
    ],
    digest: `0x${txid}`,
  }
}

/** Satoshis; `null` where the PSBT does not say what is spent, or pays more than that. */
export const feeOf = ({ inputs, outputs }: Psbt): bigint | null => {
  const coins = inputs.flatMap(({ coin }) => coin ?? [])
  const fee = sumOf(coins) - sumOf(outputs)
  return coins.length === inputs.length && fee >= 0n ? fee : null
}

/** Virtual bytes once it is signed; `null` where nobody can know. */
const sizeOf = ({ inputs, outputs }: Psbt): bigint | null => {
  const weights = inputs.map(({ coin }) => {
    const kind = coin === null ? null : kindOf(coin.script)
    return kind === null ? null : scriptKinds[kind].inputWeight
  })
  const known = weights.filter((weight) => weight !== null)
  if (known.length < weights.length || known.length === 0) return null
  const inputWeight = known.reduce((sum, weight) => sum + weight, 0) / known.length
  return virtualSize({ inputs: inputs.length, inputWeight, outputs: outputs.map(({ script }) => script) })
}

/** One decimal. */
const rateText = (fee: bigint, size: bigint): string =>
  `${formatAmount((fee * 10n + size / 2n) / size, 1)} sat/vB`

const amountText = (units: bigint, { nativeCurrency: { decimals, symbol } }: Network): string =>
  `${formatAmount(units, decimals)} ${sanitizeLine(symbol, 16)}`

const text = (label: string, said: string): ExplainedField => ({ label, text: said, value: { _tag: "Text" } })

const placeOf = ({ script }: Output, { nameOf, network }: Reader, isPaid: boolean): ExplainedField => {
  const label = isPaid ? "To" : "From"
  const address = addressOf(network, script)
  if (address === null) return text(isData(script) ? "Data" : label, hex.encode(script.subarray(0, 100)))
  const name = nameOf(address)
  return {
    label,
    text: address,
    value: { _tag: "Address", address, name: name === null ? null : sanitizeLine(name, 64) },
  }
}

/** OP_RETURN: nobody is paid, its bytes are there to be read. */
export const isData = ([first]: Uint8Array): boolean => first === 0x6a
