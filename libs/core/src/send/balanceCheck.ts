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
