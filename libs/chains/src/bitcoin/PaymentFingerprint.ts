import { hex } from "@scure/base"
import type { SendCheckpoint, TransactionQuery } from "../contract/TransactionStatus.ts"
import type { EsploraTransaction } from "./esplora.ts"
import { decodePsbt } from "./Psbt.ts"
import { parseAddressScript } from "./Script.ts"

/** What a transaction spends and whom it pays: as much as it takes to know it again under another hash. */
export interface PaymentFingerprint {
  /** Coins, as `<txid>:<output>`. Each can be spent once only. */
  readonly inputs: readonly string[]
  /** Script, in hex, of who sends; what goes there is change. */
  readonly own: string
  /** `<script>:<satoshis>` of everything else that is paid, in one order. */
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

/** What a node has shown of a transaction that only its hash was known of. `null` where several have paid it in. */
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

const decodeFingerprint = (mark: SendCheckpoint | null): PaymentFingerprint | null => {
  const { inputs, own, payments } = mark ?? {}
  return inputs === undefined || own === undefined || payments === undefined
    ? null
    : { inputs: inputs.split(" "), own, payments }
}

const toInputIds = ({ vin }: EsploraTransaction): readonly string[] =>
  vin.map(({ txid, vout }) => `${txid}:${vout}`)

/** Whether it pays the same, with whatever fee. */
export const hasSameOutputs = (shown: EsploraTransaction, { own, payments }: PaymentFingerprint): boolean =>
  toPaymentsKey(shown, own) === payments

/** Whether it only gives back what was there. */
export const isSelfTransfer = (shown: EsploraTransaction, { own }: PaymentFingerprint): boolean =>
  toPaymentsKey(shown, own) === ""

/** Whether it takes the place of what is wanted: both cannot be mined. */
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
