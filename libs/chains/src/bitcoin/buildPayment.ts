import type { ChainActions } from "../contract/ChainActions.ts"
import type { ChainTransaction } from "../contract/Transfer.ts"
import { encodePsbt } from "./Psbt.ts"
import { parseAddressScript, scriptKinds, toScriptKind } from "./Script.ts"
import { sumValues, type Utxo } from "./Utxo.ts"

/** The decisions of an estimate. */
export interface BuildPlan {
  readonly coins: readonly Utxo[]
  /** Satoshis. */
  readonly fee: bigint
  /** The height of an existing block, so that miners gain nothing from replacing an older block. */
  readonly lockTime: number
}

export const encodeBuildPlan = ({ coins, fee, lockTime }: BuildPlan): ChainTransaction => ({
  coins: coins.map(({ outpoint, value }) => `${outpoint}:${value}`).join(" "),
  fee: `${fee}`,
  lockTime: `${lockTime}`,
})

/** @returns `null` if the terms were not made by `estimatePayment` */
const decodeBuildPlan = ({ coins, fee, lockTime }: ChainTransaction): BuildPlan | null => {
  const parts = (coins ?? "").split(" ").map((text) => /^([0-9a-f]{64}:\d+):(\d+)$/.exec(text))
  const read = parts.flatMap((part) =>
    part === null ? [] : [{ outpoint: part[1] ?? "", value: BigInt(part[2] ?? 0) }],
  )
  const isWhole = read.length === parts.length && isDecimal(fee) && isDecimal(lockTime)
  return isWhole ? { coins: read, fee: BigInt(fee), lockTime: Number(lockTime) } : null
}

const isDecimal = (text: string | null | undefined): text is string => /^\d{1,16}$/.test(text ?? "")

/** A transaction that every wallet rejects. */
const emptyTransaction: ChainTransaction = { psbt: null }

/** Builds the PSBT. The rest returns to the sender as change; change below the dust limit goes to the fee. */
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
