import type { ChainActions } from "../contract/ChainActions.ts"
import type { ChainTransaction } from "../contract/Transfer.ts"
import { encodePsbt } from "./Psbt.ts"
import { parseAddressScript, scriptKinds, toScriptKind } from "./Script.ts"
import { sumValues, type Utxo } from "./Utxo.ts"

/** What an estimate has decided. */
export interface BuildPlan {
  readonly coins: readonly Utxo[]
  /** Satoshis. */
  readonly fee: bigint
  /** A block that is there already: whoever mines does not earn by going back before it. */
  readonly lockTime: number
}

export const encodeBuildPlan = ({ coins, fee, lockTime }: BuildPlan): ChainTransaction => ({
  coins: coins.map(({ outpoint, value }) => `${outpoint}:${value}`).join(" "),
  fee: `${fee}`,
  lockTime: `${lockTime}`,
})

/** @returns `null` for what are no terms of ours. */
const decodeBuildPlan = ({ coins, fee, lockTime }: ChainTransaction): BuildPlan | null => {
  const parts = (coins ?? "").split(" ").map((text) => /^([0-9a-f]{64}:\d+):(\d+)$/.exec(text))
  const read = parts.flatMap((part) =>
    part === null ? [] : [{ outpoint: part[1] ?? "", value: BigInt(part[2] ?? 0) }],
  )
  const isWhole = read.length === parts.length && isDecimal(fee) && isDecimal(lockTime)
  return isWhole ? { coins: read, fee: BigInt(fee), lockTime: Number(lockTime) } : null
}

const isDecimal = (text: string | null | undefined): text is string => /^\d{1,16}$/.test(text ?? "")

/** What no wallet takes. */
const emptyTransaction: ChainTransaction = { psbt: null }

/** What is left goes back to who pays; only what would be dust goes to the fee. */
export const buildPayment: ChainActions["build"] = ({ fee, transfer }) => {
  const terms = decodeBuildPlan(fee.transactionFields)
  const [own, to] = [parseAddressScript(transfer.from), parseAddressScript(transfer.to)]
  const kind = own && toScriptKind(own)
  if (terms === null || own === null || to === null || kind === null || transfer.amount <= 0n)
    return emptyTransaction
  const rest = sumValues(terms.coins) - transfer.amount - terms.fee
  if (rest < 0n) return emptyTransaction
  const change = rest >= scriptKinds[kind].dust ? [{ script: own, value: rest }] : []
  return {
    psbt: encodePsbt({
      inputs: terms.coins.map(({ outpoint, value }) => ({ outpoint, coin: { script: own, value } })),
      outputs: [{ script: to, value: transfer.amount }, ...change],
      lockTime: terms.lockTime,
    }),
  }
}
