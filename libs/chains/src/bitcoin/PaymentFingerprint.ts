import { hex } from "@scure/base"
import { Transaction } from "bitcoinjs-lib"
import type { SendCheckpoint, TransactionQuery } from "../contract/TransactionStatus.ts"
import type { EsploraTransaction } from "./esplora.ts"
import { decodePsbt } from "./Psbt.ts"
import { parseAddressScript } from "./Script.ts"

/** The inputs and outputs that identify a payment under another hash. */
export interface PaymentFingerprint {
  /** UTXOs, as `<txid>:<output>`. Each can be spent once only. */
  readonly inputs: readonly string[]
  /** The sender's script, in hex. Outputs to it are change. */
  readonly own: string
  /** `<script>:<satoshis>` of every other output, in a fixed order. */
  readonly payments: string
}

export const toPaymentFingerprint = ({
  from,
  mark,
  transaction,
}: TransactionQuery): PaymentFingerprint | null => {
  const psbt = decodePsbt(transaction?.["psbt"])
  const own = parseAddressScript(from)
  if (psbt === null || own === null) return decodeFingerprint(mark)
  const script = hex.encode(own)
  return {
    inputs: psbt.inputs.map(({ outpoint }) => outpoint),
    own: script,
    payments: formatPayments(
      psbt.outputs.map((output) => ({ script: hex.encode(output.script), value: output.value })),
      script,
    ),
  }
}

/** Returns the checkpoint of a transaction that was known by hash only. `null` if several addresses fund it. */
export const toCheckpoint = (shown: EsploraTransaction, height: number): SendCheckpoint | null => {
  const owners = new Set(shown.vin.map(({ prevout }) => prevout?.scriptpubkey ?? ""))
  const [own = ""] = owners
  return owners.size === 1 && own !== ""
    ? {
        height: `${height}`,
        inputs: toInputIds(shown).join(" "),
        own,
        payments: toPaymentsKey(shown, own),
      }
    : null
}

/** Returns the checkpoint of signed bytes. All outputs count as payments, because the owner of the inputs is unknown. */
export const toSignedFingerprint = (raw: string): SendCheckpoint => {
  const { ins, outs } = Transaction.fromHex(raw)
  return {
    inputs: ins
      .map(({ hash, index }) => `${hex.encode(Uint8Array.from(hash).toReversed())}:${index}`)
      .join(" "),
    own: "",
    payments: formatPayments(
      outs.map(({ script, value }) => ({ script: hex.encode(script), value })),
      "",
    ),
  }
}

const decodeFingerprint = (mark: SendCheckpoint | null): PaymentFingerprint | null => {
  const { inputs, own, payments } = mark ?? {}
  return inputs === undefined || own === undefined || payments === undefined
    ? null
    : { inputs: inputs.split(" "), own, payments }
}

const toInputIds = ({ vin }: EsploraTransaction): readonly string[] =>
  vin.map(({ txid, vout }) => `${txid}:${vout}`)

/** Returns `true` if the transaction pays the same outputs, with any fee. */
export const hasSameOutputs = (shown: EsploraTransaction, { own, payments }: PaymentFingerprint): boolean =>
  toPaymentsKey(shown, own) === payments

/** Returns `true` if the transaction pays its own sender only. */
export const isSelfTransfer = (shown: EsploraTransaction, { own }: PaymentFingerprint): boolean =>
  toPaymentsKey(shown, own) === ""

/** Returns `true` if the transaction spends an input of the payment: only one of both can be mined. */
export const conflictsWith = (shown: EsploraTransaction, { inputs }: PaymentFingerprint): boolean =>
  toInputIds(shown).some((outpoint) => inputs.includes(outpoint))

const toPaymentsKey = ({ vout }: EsploraTransaction, own: string): string =>
  formatPayments(
    vout.map(({ scriptpubkey, value }) => ({ script: scriptpubkey, value })),
    own,
  )

const formatPayments = (
  outputs: readonly { readonly script: string; readonly value: bigint }[],
  own: string,
): string =>
  outputs
    .filter(({ script }) => script !== own)
    .map(({ script, value }) => `${script}:${value}`)
    .toSorted()
    .join(" ")
