import { mayBeInscribed } from "./effects/mayBeInscribed.ts"
import { getVirtualSize, type ScriptKind, scriptKinds } from "./Script.ts"
import { sumValues, type Utxo } from "./Utxo.ts"

/** A payment and the UTXOs available for it. */
export interface CoinPayment {
  readonly coins: readonly Utxo[]
  /** Satoshis. */
  readonly amount: bigint
  /** Satoshis per thousand virtual bytes. */
  readonly rate: bigint
  /** The recipient's script. */
  readonly to: Uint8Array
  /** The owner's script, which also receives the change. */
  readonly own: { readonly kind: ScriptKind; readonly script: Uint8Array; readonly inputWeight: number }
}

/** The selected UTXOs. Their value equals amount, fee and change. */
export interface CoinSelection {
  readonly coins: readonly Utxo[]
  /** Satoshis. Includes change below the dust limit. */
  readonly fee: bigint
  /** Satoshis; 0 without change. */
  readonly change: bigint
}

/** Maximum inputs of one transaction, small enough to be relayed for every kind. */
const maxInputs = 1_000

/** Maximum combinations in the search for a selection without change. */
const maxTries = 20_000

/** Rounds up, so that no payment is below the rate. */
const getFee = (rate: bigint, size: bigint): bigint => (rate * size + 999n) / 1000n

/** Returns the cost of an input: four weight units are one virtual byte. */
const getInputCost = (inputWeight: number, rate: bigint): bigint =>
  (rate * BigInt(inputWeight) + 3_999n) / 4_000n

/**
 * Selects UTXOs for a payment: a selection without change if there is one, otherwise the largest, which are the fewest,
 * and one more where the change would otherwise look like an inscribed coin. Excludes UTXOs that cost more than their value. `null` if the funds are insufficient.
 */
export const selectCoins = (payment: CoinPayment): CoinSelection | null => {
  const { amount, own, rate, to } = payment
  const coins = filterWorthSpending(payment)
  const feeOf = (inputs: number, outputs: readonly Uint8Array[]) =>
    getFee(rate, getVirtualSize({ inputs, inputWeight: own.inputWeight, outputs }))

  const simple = selectLargestFirst(coins, payment, feeOf)
  if (simple === null) return null
  const exact = findWithoutChange(coins, scriptKinds[own.kind].dust, (inputs) => amount + feeOf(inputs, [to]))
  if (exact === null) return simple
  const fee = sumValues(exact) - amount
  // Many small UTXOs may match, yet cost more than a change output and its later input.
  const isWorth = fee <= simple.fee + getInputCost(own.inputWeight, rate)
  return isWorth ? { coins: exact, fee, change: 0n } : simple
}

const selectLargestFirst = (
  coins: readonly Utxo[],
  { amount, own, to }: CoinPayment,
  feeOf: (inputs: number, outputs: readonly Uint8Array[]) => bigint,
): CoinSelection | null => {
  let sum = 0n
  let smallChange: CoinSelection | null = null
  for (const [at, { value }] of coins.entries()) {
    sum += value
    const inputs = at + 1
    if (sum < amount + feeOf(inputs, [to])) continue
    const chosen = coins.slice(0, inputs)
    const fee = feeOf(inputs, [to, own.script])
    const change = sum - amount - fee
    if (change < scriptKinds[own.kind].dust)
      return smallChange ?? { coins: chosen, fee: sum - amount, change: 0n }
    const choice = { coins: chosen, fee, change }
    if (!mayBeInscribed({ script: own.script, value: change })) return choice
    if (smallChange !== null) break
    smallChange = choice
  }
  return smallChange
}

/** Selects all UTXOs worth spending, and the fee of one output for all; `null` if nothing remains. */
export const selectAllCoins = ({
  own,
  rate,
  to,
  ...payment
}: Omit<CoinPayment, "amount">): CoinSelection | null => {
  const coins = filterWorthSpending({ ...payment, own, rate })
  const fee = getFee(
    rate,
    getVirtualSize({ inputs: coins.length, inputWeight: own.inputWeight, outputs: [to] }),
  )
  return sumValues(coins) > fee ? { coins, fee, change: 0n } : null
}

/** Sorts by value, then by outpoint, so that the selection is deterministic. */
const filterWorthSpending = ({
  coins,
  own,
  rate,
}: Pick<CoinPayment, "coins" | "own" | "rate">): readonly Utxo[] =>
  coins
    .filter(({ value }) => value > getInputCost(own.inputWeight, rate))
    .toSorted((a, b) => (a.value < b.value ? 1 : a.value > b.value ? -1 : a.outpoint < b.outpoint ? -1 : 1))
    .slice(0, maxInputs)

/**
 * Finds UTXOs whose sum exceeds the target by less than `dust`; `null` if none were found. Searches with and without
 * each UTXO, and prunes branches with too much, or with too little left.
 */
const findWithoutChange = (
  coins: readonly Utxo[],
  dust: bigint,
  needed: (inputs: number) => bigint,
): readonly Utxo[] | null => {
  const left = [0n]
  for (const { value } of coins.toReversed()) left.unshift((left[0] ?? 0n) + value)
  const chosen: number[] = []
  let sum = 0n
  let at = 0
  for (let tries = 0; tries < maxTries; tries++) {
    const over = sum - needed(chosen.length)
    if (chosen.length > 0 && over >= 0n && over < dust) return chosen.flatMap((index) => coins[index] ?? [])
    const isHopeless = over >= 0n || sum + (left[at] ?? 0n) < needed(chosen.length + 1) || at >= coins.length
    if (!isHopeless) {
      chosen.push(at)
      sum += coins[at]?.value ?? 0n
      at++
      continue
    }
    const last = chosen.pop()
    if (last === undefined) return null
    sum -= coins[last]?.value ?? 0n
    at = last + 1
  }
  return null
}
