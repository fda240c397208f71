import type { Actions } from "../contract/Actions.ts"
import type { ChainTransaction } from "../contract/Transfer.ts"
import { type Coin, sumOf } from "./Coin.ts"
import { writePsbt } from "./Psbt.ts"
import { kindOf, scriptIn, scriptKinds } from "./Script.ts"

/** What an estimate has decided. */
export interface Terms {
  readonly coins: readonly Coin[]
  /** Satoshis. */
  readonly fee: bigint
  /** A block that is there already: whoever mines does not earn by going back before it. */
  readonly lockTime: number
}

export const termsOf = ({ coins, fee, lockTime }: Terms): ChainTransaction => ({
  coins: coins.map(({ outpoint, value }) => `${outpoint}:${value}`).join(" "),
  fee: `${fee}`,
  lockTime: `${lockTime}`,
})

/** @returns `null` for what are no terms of ours. */
const readTerms = ({ coins, fee, lockTime }: ChainTransaction): Terms | null => {
  const parts = (coins ?? "").split(" ").map((text) => /^([0-9a-f]{64}:\d+):(\d+)$/.exec(text))
  const read = parts.flatMap((part) =>
    part === null ? [] : [{ outpoint: part[1] ?? "", value: BigInt(part[2] ?? 0) }],
  )
  const isWhole = read.length === parts.length && isNumber(fee) && isNumber(lockTime)
  return isWhole ? { coins: read, fee: BigInt(fee), lockTime: Number(lockTime) } : null
}

const isNumber = (text: string | null | undefined): text is string => /^\d{1,16}$/.test(text ?? "")

/** What no wallet takes. */
const nothing: ChainTransaction = { psbt: null }

/** What is left goes back to who pays; only what would be dust goes to the fee. */
export const build: Actions["build"] = ({ fee, transfer }) => {
  const terms = readTerms(fee.terms)
  const [own, to] = [scriptIn(transfer.from), scriptIn(transfer.to)]
  const kind = own && kindOf(own)
  if (terms === null || own === null || to === null || kind === null || transfer.amount <= 0n) return nothing
  const rest = sumOf(terms.coins) - transfer.amount - terms.fee
  if (rest < 0n) return nothing
  const change = rest >= scriptKinds[kind].dust ? [{ script: own, value: rest }] : []
  return {
    psbt: writePsbt({
      inputs: terms.coins.map(({ outpoint, value }) => ({ outpoint, coin: { script: own, value } })),
      outputs: [{ script: to, value: transfer.amount }, ...change],
      lockTime: terms.lockTime,
    }),
  }
}
