import { hex } from "@scure/base"
import type { Mark, Sought } from "../contract/Standing.ts"
import type { NodeTransaction } from "./esplora.ts"
import { readPsbt } from "./Psbt.ts"
import { scriptIn } from "./Script.ts"

/** What a transaction spends and whom it pays: as much as it takes to know it again under another hash. */
export interface Wanted {
  /** Coins, as `<txid>:<output>`. Each can be spent once only. */
  readonly inputs: readonly string[]
  /** Script, in hex, of who sends; what goes there is change. */
  readonly own: string
  /** `<script>:<satoshis>` of everything else that is paid, in one order. */
  readonly payments: string
}

export const wantedIn = ({ from, mark, transaction }: Sought): Wanted | null => {
  const psbt = readPsbt(transaction?.["psbt"])
  const own = scriptIn(from)
  if (psbt === null || own === null) return wantedInMark(mark)
  const script = hex.encode(own)
  return {
    inputs: psbt.inputs.map(({ outpoint }) => outpoint),
    own: script,
    payments: paymentsIn(
      psbt.outputs.map((output) => ({ script: hex.encode(output.script), value: output.value })),
      script,
    ),
  }
}

/** What a node has shown of a transaction that only its hash was known of. `null` where several have paid it in. */
export const markOf = (shown: NodeTransaction, height: number): Mark | null => {
  const owners = new Set(shown.vin.map(({ prevout }) => prevout?.scriptpubkey ?? ""))
  const [own = ""] = owners
  return owners.size === 1 && own !== ""
    ? {
        height: `${height}`,
        inputs: inputsOf(shown).join(" "),
        own,
        payments: paymentsOf(shown, own),
      }
    : null
}

const wantedInMark = (mark: Mark | null): Wanted | null => {
  const { inputs, own, payments } = mark ?? {}
  return inputs === undefined || own === undefined || payments === undefined
    ? null
    : { inputs: inputs.split(" "), own, payments }
}

const inputsOf = ({ vin }: NodeTransaction): readonly string[] =>
  vin.map(({ txid, vout }) => `${txid}:${vout}`)

/** Whether it pays the same, with whatever fee. */
export const paysSame = (shown: NodeTransaction, { own, payments }: Wanted): boolean =>
  paymentsOf(shown, own) === payments

/** Whether it only gives back what was there. */
export const paysNobody = (shown: NodeTransaction, { own }: Wanted): boolean => paymentsOf(shown, own) === ""

/** Whether it takes the place of what is wanted: both cannot be mined. */
export const spendsSame = (shown: NodeTransaction, { inputs }: Wanted): boolean =>
  inputsOf(shown).some((outpoint) => inputs.includes(outpoint))

const paymentsOf = ({ vout }: NodeTransaction, own: string): string =>
  paymentsIn(
    vout.map(({ scriptpubkey, value }) => ({ script: scriptpubkey, value })),
    own,
  )

const paymentsIn = (
  outputs: readonly { readonly script: string; readonly value: bigint }[],
  own: string,
): string =>
  outputs
    .filter(({ script }) => script !== own)
    .map(({ script, value }) => `${script}:${value}`)
    .toSorted()
    .join(" ")
