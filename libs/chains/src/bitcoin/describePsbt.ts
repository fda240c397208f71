import { hex } from "@scure/base"
import { formatAmount, hasKey, type Network } from "@wmodal/protocol"
import type { ChainActions } from "../contract/ChainActions.ts"
import type { ExplainedField, Explanation } from "../contract/Explanation.ts"
import { emptyExplanation } from "../explain/emptyExplanation.ts"
import { sanitizeLine, sanitizeName } from "../text/printable.ts"
import { toAddress } from "./addressScripts.ts"
import { findSecured } from "./effects/findSecured.ts"
import { isOffer } from "./effects/isOffer.ts"
import { findPsbtTrades } from "./effects/psbtTrades.ts"
import { findRunestone } from "./effects/Runestone.ts"
import type { Psbt, PsbtOutput } from "./Psbt.ts"
import { getVirtualSize, isDataOutput, isSameScript, scriptKinds, toScriptKind } from "./Script.ts"
import { sumValues } from "./Utxo.ts"

/** The reader's addresses and network, from whose view a PSBT is described. */
export interface PsbtContext {
  readonly network: Network
  /** The sender first, then the wallet's other addresses. */
  readonly owners: readonly OwnAddress[]
  readonly getName: Parameters<ChainActions["explain"]>[0]["nameOf"]
}

/** An address of the user's wallet. */
export interface OwnAddress {
  /** Plain address. */
  readonly address: string
  readonly script: Uint8Array
}

export const makeIsOwn =
  ({ owners }: Pick<PsbtContext, "owners">) =>
  ({ script }: PsbtOutput): boolean =>
    owners.some((owner) => isSameScript(owner.script, script))

export const describePsbt = (psbt: Psbt, reader: PsbtContext): Explanation => {
  const { inputs, outputs, txid } = psbt
  const isOwn = makeIsOwn(reader)
  const coins = inputs.flatMap(({ coin }) => coin ?? [])
  const [mine, foreign] = [coins.filter(isOwn), coins.filter((coin) => !isOwn(coin))]
  const paid = outputs.filter((output) => !isOwn(output))
  const secured = findSecured(psbt, isOwn)
  const kept = new Set(secured)
  const open = outputs.filter((output) => isOwn(output) && !kept.has(output))
  const isAlone = mine.length === inputs.length
  const fee = getPsbtFee(psbt)
  const size = getPsbtSize(psbt)
  const isOffered = isOffer(psbt, isOwn)
  const [only] = paid
  const {
    owners: [first],
  } = reader
  // Wallets keep inscriptions at a separate address.
  const others = [
    ...new Map(
      mine
        .filter(({ script }) => first === undefined || !isSameScript(script, first.script))
        .map((coin) => [hex.encode(coin.script), coin]),
    ).values(),
  ]
  const amount = (label: string, units: bigint): ExplainedField => ({
    label,
    text: formatSatoshis(units, reader.network),
    value: { _tag: "Amount", units, token: null, unlimited: false },
  })
  const shown = (label: string, all: readonly PsbtOutput[]) =>
    all.flatMap((output) => [amount(label, output.value), toOutputField(output, reader, label === "Send")])
  return {
    ...emptyExplanation,
    intent: isOffered
      ? "Offer for sale"
      : isAlone
        ? paid.length > 0
          ? "Send"
          : "Move to yourself"
        : "Exchange coins",
    interpolatedIntent:
      isAlone && !isOffered && only !== undefined && paid.length === 1
        ? `Send ${formatSatoshis(only.value, reader.network)} to ${toOutputField(only, reader, true).text}`
        : null,
    value: sumValues(paid),
    fields: [
      ...shown("Send", paid),
      ...describeRunes(outputs, reader),
      ...(isOffered ? [] : describeLosses(psbt, reader)),
      amount(isOffered ? "You give" : "You spend", sumValues(mine)),
      ...others.map((output) => toOutputField(output, reader, false)),
      ...(secured.length > 0 ? [amount(isOffered ? "You get" : "Back to you", sumValues(secured))] : []),
      ...(open.length > 0 ? [amount("Not secured", sumValues(open))] : []),
      ...shown("Also spent", foreign),
      ...(fee === null || isOffered ? [] : [amount("Fee", fee)]),
      ...(fee === null || isOffered || size === null
        ? []
        : [toTextField("Fee rate", formatFeeRate(fee, size))]),
    ],
    digest: `0x${txid}`,
  }
}

/** Describes what leaves the account without a payment that says so. */
const describeLosses = (psbt: Psbt, reader: PsbtContext): readonly ExplainedField[] => {
  const coins = new Map(psbt.inputs.map(({ coin, outpoint }) => [outpoint, coin]))
  return findPsbtTrades(psbt, makeIsOwn(reader)).flatMap(({ gives }) =>
    gives.flatMap(({ asset, units }): readonly ExplainedField[] => {
      if (asset._tag === "Native")
        return units === 0n ? [] : [toTextField("Burned", formatSatoshis(units, reader.network))]
      const coin = hasKey(asset, "id") ? coins.get(asset.id) : null
      return coin == null
        ? []
        : [
            toTextField(
              "Leaves you",
              `What the coin of ${formatSatoshis(coin.value, reader.network)} carries: an inscription, or runes`,
            ),
          ]
    }),
  )
}

/** Describes where a message about runes sends them. */
const describeRunes = (outputs: readonly PsbtOutput[], reader: PsbtContext): readonly ExplainedField[] => {
  const runestone = findRunestone(outputs)
  if (runestone === undefined) return []
  if (runestone === null) return [toTextField("Runes", "Its message is malformed: all runes may be lost")]
  return runestone.edicts.flatMap(({ amount, output, rune }) => {
    const to = outputs[output]
    return [
      toTextField("Rune", `${amount === 0n ? "All" : amount} of ${rune}`),
      to === undefined ? toTextField("To", "Every output") : toTargetField(to, reader),
    ]
  })
}

/** Names an output whose own row shows its script whole: many edicts may name the same one. */
const toTargetField = (output: PsbtOutput, reader: PsbtContext): ExplainedField =>
  toAddress(reader.network, output.script) === null
    ? toTextField("To", isDataOutput(output.script) ? "Data output" : "Output without an address")
    : toOutputField(output, reader, true)

/** Returns satoshis; `null` if a spent output is unknown or the outputs exceed the inputs. */
export const getPsbtFee = ({ inputs, outputs }: Psbt): bigint | null => {
  const coins = inputs.flatMap(({ coin }) => coin ?? [])
  const fee = sumValues(coins) - sumValues(outputs)
  return coins.length === inputs.length && fee >= 0n ? fee : null
}

/** Returns the virtual bytes of the signed transaction; `null` if unknown. */
export const getPsbtSize = ({ inputs, outputs }: Psbt): bigint | null => {
  const weights = inputs.map(({ coin }) => {
    const kind = coin === null ? null : toScriptKind(coin.script)
    return kind === null ? null : scriptKinds[kind].inputWeight
  })
  const known = weights.filter((weight) => weight !== null)
  if (known.length < weights.length || known.length === 0) return null
  const inputWeight = known.reduce((sum, weight) => sum + weight, 0) / known.length
  return getVirtualSize({ inputs: inputs.length, inputWeight, outputs: outputs.map(({ script }) => script) })
}

/** Formats with one decimal. */
const formatFeeRate = (fee: bigint, size: bigint): string =>
  `${formatAmount((fee * 10n + size / 2n) / size, 1)} sat/vB`

const formatSatoshis = (units: bigint, { nativeCurrency: { decimals, symbol } }: Network): string =>
  `${formatAmount(units, decimals)} ${sanitizeLine(symbol, 16)}`

const toTextField = (label: string, said: string): ExplainedField => ({
  label,
  text: said,
  value: { _tag: "Text" },
})

const toOutputField = (
  { script }: PsbtOutput,
  { getName, network }: PsbtContext,
  isPaid: boolean,
): ExplainedField => {
  const label = isPaid ? "To" : "From"
  const address = toAddress(network, script)
  if (address === null) return toTextField(isDataOutput(script) ? "Data" : label, hex.encode(script))
  const name = getName(address)
  return {
    label,
    text: address,
    value: { _tag: "Address", address, name: name === null ? null : sanitizeName(name) },
  }
}
