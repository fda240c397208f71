import { type Coin, sumOf } from "./Coin.ts"
import { type ScriptKind, scriptKinds, virtualSize } from "./Script.ts"

/** What is to be paid, and out of what. */
export interface Payment {
  readonly coins: readonly Coin[]
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
export interface Choice {
  readonly coins: readonly Coin[]
  /** Satoshis. With a change that would be dust, where there is one. */
  readonly fee: bigint
  /** Satoshis; 0 where there is none. */
  readonly change: bigint
}

/** Inputs of one transaction at most: of each kind that many fit into what is passed on. */
const mostInputs = 1_000

/** Combinations that are looked at in search of one that needs no change. */
const mostTries = 20_000

/** Rounded up, so that no payment is below the rate. */
const feeAt = (rate: bigint, size: bigint): bigint => (rate * size + 999n) / 1000n

/** What an input costs: four weight units are one virtual byte. */
const costOf = (inputWeight: number, rate: bigint): bigint => (rate * BigInt(inputWeight) + 3_999n) / 4_000n

/**
 * Coins for a payment: some that need no change, if there are such, else the largest, which are the fewest. A coin
 * that costs more than it is worth is never among them. `null` where they are not enough.
 */
export const chooseCoins = (payment: Payment): Choice | null => {
  const { amount, own, rate, to } = payment
  const coins = worthSpending(payment)
  const feeOf = (inputs: number, outputs: readonly Uint8Array[]) =>
    feeAt(rate, virtualSize({ inputs, inputWeight: own.inputWeight, outputs }))

  const simple = largestFirst(coins, payment, feeOf)
  if (simple === null) return null
  const exact = withoutChange(coins, scriptKinds[own.kind].dust, (inputs) => amount + feeOf(inputs, [to]))
  if (exact === null) return simple
  const fee = sumOf(exact) - amount
  // Many small coins may fit and yet cost more than a change, with what it will cost to spend that.
  const isWorth = fee <= simple.fee + costOf(own.inputWeight, rate)
  return isWorth ? { coins: exact, fee, change: 0n } : simple
}

const largestFirst = (
  coins: readonly Coin[],
  { amount, own, to }: Payment,
  feeOf: (inputs: number, outputs: readonly Uint8Array[]) => bigint,
): Choice | null => {
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
export const chooseAll = ({ own, rate, to, ...payment }: Omit<Payment, "amount">): Choice | null => {
  const coins = worthSpending({ ...payment, own, rate })
  const fee = feeAt(rate, virtualSize({ inputs: coins.length, inputWeight: own.inputWeight, outputs: [to] }))
  return sumOf(coins) > fee ? { coins, fee, change: 0n } : null
}

/** The largest first; of equals the one that is written first, so that the same coins are chosen again. */
const worthSpending = ({ coins, own, rate }: Pick<Payment, "coins" | "own" | "rate">): readonly Coin[] =>
  coins
    .filter(({ value }) => value > costOf(own.inputWeight, rate))
    .toSorted((a, b) => (a.value < b.value ? 1 : a.value > b.value ? -1 : a.outpoint < b.outpoint ? -1 : 1))
    .slice(0, mostInputs)

/**
 * Coins that are worth what is needed, or more by less than `dust`; `null` where none were found. Looks at each coin
 * with it and without it, and gives a branch up once it has too much, or too little is left of it.
 */
const withoutChange = (
  coins: readonly Coin[],
  dust: bigint,
  needed: (inputs: number) => bigint,
): readonly Coin[] | null => {
  const left = [0n]
  for (const { value } of coins.toReversed()) left.unshift((left[0] ?? 0n) + value)
  const chosen: number[] = []
  let sum = 0n
  let at = 0
  for (let tries = 0; tries < mostTries; tries++) {
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
