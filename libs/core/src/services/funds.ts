import { type Fee, TransferRejected } from "@wmodal/chains"
import { Effect } from "effect"

/** The amounts that a payment needs, and the balances. All in base units. */
export interface PaymentFunds {
  readonly amount: bigint
  /** The sender's balance of the sent token. */
  readonly balance: bigint
  /** The sender's balance of the native currency; `null` while it is unknown. */
  readonly native: bigint | null
  /** True if the sent token is the native currency. */
  readonly isNative: boolean
  /** The maximum network fee; `null` while it is unknown. */
  readonly fee: bigint | null
  /** True if another account pays the network fee. */
  readonly smart: boolean
}

/**
 * Returns the insufficient balance ('Insufficient balance'), or `null` if it suffices. An amount may be the whole
 * balance. For the fee, the native currency must be above zero and above the fee: exactly the fee is not enough. An
 * amount of that currency must leave the fee, and may leave no more. A smart account pays no fee.
 */
export const findShortfall = (means: PaymentFunds): "token" | "gas" | null => {
  const { amount, balance, native, isNative, fee, smart } = means
  if (amount > balance) return "token"
  if (smart || native === null) return null
  if (native === 0n) return "gas"
  if (fee === null) return null
  if (native <= fee) return "gas"
  return isNative && amount + fee > native ? "gas" : null
}

/**
 * Returns the maximum amount: the whole balance, less the maximum network fee if that is in the same currency. `null`
 * if nothing remains, or while the fee is unknown.
 */
export const getMaxSendable = ({
  balance,
  isNative,
  fee,
  smart,
}: Omit<PaymentFunds, "amount">): bigint | null => {
  const kept = isNative && !smart ? fee : 0n
  return kept === null || balance <= kept ? null : balance - kept
}

/** A reviewed payment, by what decides whether it can be paid. Amounts in base units. */
export interface FundedPayment {
  readonly amount: bigint
  /** The sender's balance of the sent token, whose address is `null` for the native currency. */
  readonly holding: { readonly balance: bigint; readonly token: { readonly address: string | null } }
  /** The sender's balance of the native currency. */
  readonly native: bigint
  readonly fee: Pick<Fee, "most">
  /** True if another account pays the fee. */
  readonly sponsored: boolean
}

/**
 * Returns the first payment of a batch for which those before it leave too little, and of what: each is judged as if it
 * were reviewed after them. `null` if all can be paid.
 */
export const findBatchShortfall = (
  payments: readonly FundedPayment[],
): { readonly at: number; readonly of: "token" | "gas" } | null => {
  const paid = new Map<string | null, bigint>()
  const getPaid = (token: string | null) => paid.get(token) ?? 0n
  let fees = 0n
  for (const [at, { amount, fee, holding, native, sponsored }] of payments.entries()) {
    const token = holding.token.address
    const of = findShortfall({
      amount,
      balance: holding.balance - getPaid(token),
      native: native - getPaid(null) - fees,
      isNative: token === null,
      fee: fee.most,
      smart: sponsored,
    })
    if (of !== null) return { at, of }
    paid.set(token, getPaid(token) + amount)
    fees += sponsored ? 0n : fee.most
  }
  return null
}

/** Returns what several transactions of one account cost at most. */
export const sumFees = (fees: readonly Pick<Fee, "most">[]): bigint =>
  fees.reduce((sum, { most }) => sum + most, 0n)

/** An amount that can go, and the fee of the transaction by which it goes. */
export interface Maximum {
  /** Base units; `null` if nothing remains. */
  readonly amount: bigint | null
  readonly fee: Fee
}

/** Parts of a balance that are tried when the whole cannot be estimated. */
const estimatedParts = [2n, 16n] as const

/**
 * Finds how much of a balance can go, by the estimate of the real transaction: the one answer for payments and swaps, in
 * their forms and reviews. Some rollups estimate nothing that leaves no fee for their operator: there the fee of a part
 * is kept, and estimated again for what then goes.
 */
export const findMaximum = <E>(
  funds: Omit<PaymentFunds, "amount" | "fee">,
  estimate: (amount: bigint) => Effect.Effect<Fee, E>,
  isLacking: (error: E) => boolean,
): Effect.Effect<Maximum, E> => {
  const { balance, isNative, smart } = funds
  const getMaximum = (fee: Fee): Maximum => ({ fee, amount: getMaxSendable({ ...funds, fee: fee.most }) })
  const estimatePart = (part: bigint) =>
    Effect.gen(function* () {
      const found = getMaximum(yield* estimate(balance / part))
      return found.amount === null ? found : getMaximum(yield* estimate(found.amount))
    })
  return Effect.catch(Effect.map(estimate(balance), getMaximum), (error) => {
    const failed = Effect.fail(error)
    if (!isNative || smart || !isLacking(error)) return failed
    const [half, less] = estimatedParts
    return Effect.catch(estimatePart(half), () => Effect.catch(estimatePart(less), () => failed))
  })
}

/** Returns whether a chain found the balance too small for the fee, or for the amount with it. */
export const isFeeLacking = (error: unknown): boolean =>
  error instanceof TransferRejected && error.reason._tag === "Insufficient" && error.reason.of !== "token"

/** The network fee of a smart account: its wallet pays it. */
const noFee: Fee = { expected: 0n, most: 0n, transactionFields: {}, seconds: null }

/** Returns an estimate that a lack of native currency cannot affect, if another account pays the network fee. */
export const withSponsoredFee =
  (smart: boolean) =>
  <E>(estimate: Effect.Effect<Fee, E>): Effect.Effect<Fee, E> =>
    Effect.catch(estimate, (error) =>
      smart && isFeeLacking(error) ? Effect.succeed(noFee) : Effect.fail(error),
    )

/** Does the same for calls in a row. */
export const withSponsoredFees =
  (smart: boolean, count: number) =>
  <E>(estimate: Effect.Effect<readonly [Fee, ...Fee[]], E>): Effect.Effect<readonly [Fee, ...Fee[]], E> =>
    Effect.catch(estimate, (error) =>
      smart && isFeeLacking(error)
        ? Effect.succeed([noFee, ...Array.from({ length: count - 1 }, () => noFee)] as const)
        : Effect.fail(error),
    )
