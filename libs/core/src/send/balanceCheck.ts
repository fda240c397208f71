/** What a payment takes, and what there is. All in base units. */
export interface PaymentFunds {
  readonly amount: bigint
  /** What the sender has of what is sent. */
  readonly balance: bigint
  /** What the sender has of the network's own currency; `null` as long as nobody knows. */
  readonly native: bigint | null
  /** Whether it is the network's own currency that is sent. */
  readonly isNative: boolean
  /** What the network takes at most; `null` as long as nobody knows. */
  readonly fee: bigint | null
  /** Somebody else pays the network. */
  readonly smart: boolean
}

/**
 * 'Insufficient balance': what there is too little of, or `null` where it is enough. An amount may be all there is.
 * For the fee the network's own currency must not be zero and must be above it: exactly the fee is not enough. What is
 * sent of that currency must leave the fee, and may leave no more. The fee is nothing to a smart account.
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
 * Everything that can be sent: the whole balance, less the most that the network may take where that is of the same
 * currency. `null` where nothing is left, or while the fee is not known.
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
