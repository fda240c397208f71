import { getVirtualSize, type ScriptKind, scriptKinds } from "./Script.ts"
import { sumValues, type Utxo } from "./Utxo.ts"

/** What is to be paid, and out of what. */
export interface CoinPayment {
  readonly coins: readonly Utxo[]
  /** Satoshis. */
  readonly amount: bigint
  /** Satoshis per thousand virtual bytes. */
  readonly rate: bigint
  /** Who is paid. */
  readonly to: Uint8Array
  /** Whose coins these are, and to whom what is left goes. */
  readonly own: { readonly kind: ScriptKind; readonly script: Uint8Array; readonly inputWeight: number }
}

/** All that the coins are worth goes to the amount, the fee and the change. */
export interface CoinSelection {
  readonly coins: readonly Utxo[]
  /** Satoshis. With a change that would be dust, where there is one. */
  readonly fee: bigint
  /** Satoshis; 0 where there is none. */
  readonly change: bigint
}

/** Inputs of one transaction at most: of each kind that many fit into what is passed on. */
const maxInputs = 1_000

/** Combinations that are looked at in search of one that needs no change. */
const maxTries = 20_000

/** Rounded up, so that no payment is below the rate. */
const getFee = (rate: bigint, size: bigint): bigint => (rate * size + 999n) / 1000n

/** What an input costs: four weight units are one virtual byte. */
const getInputCost = (inputWeight: number, rate: bigint): bigint =>
  (rate * BigInt(inputWeight) + 3_999n) / 4_000n

/**
 * Coins for a payment: some that need no change, if there are such, else the largest, which are the fewest. A coin
 * that costs more than it is worth is never among them. `null` where they are not enough.
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
  // Many small coins may fit and yet cost more than a change, with what it will cost to spend that.
  const isWorth = fee <= simple.fee + getInputCost(own.inputWeight, rate)
  return isWorth ? { coins: exact, fee, change: 0n } : simple
}

const selectLargestFirst = (
  coins: readonly Utxo[],
  { amount, own, to }: CoinPayment,
  feeOf: (inputs: number, outputs: readonly Uint8Array[]) => bigint,
): CoinSelection | null => {
  let sum = 0n
  for (const [at, { value }] of coins.entries()) {
    sum += value
    const inputs = at + 1
    if (sum < amount + feeOf(inputs, [to])) continue
    const chosen = coins.slice(0, inputs)
    const fee = feeOf(inputs, [to, own.script])
    const change = sum - amount - fee
    return change >= scriptKinds[own.kind].dust
      ? { coins: chosen, fee, change }
      : { coins: chosen, fee: sum - amount, change: 0n }
  }
  return null
}

/** All coins that are worth it, and what paying them out in one output costs; `null` where nothing is left of them. */
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

/** The largest first; of equals the one that is written first, so that the same coins are chosen again. */
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
 * Coins that are worth what is needed, or more by less than `dust`; `null` where none were found. Looks at each coin
 * with it and without it, and gives a branch up once it has too much, or too little is left of it.
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
