import {
  type Fee,
  type TokenDescription,
  type Transfer,
  TransferRejected,
  type TransferSimulation,
} from "@wmodal/chains"
import { isSameAddress, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Token } from "../networks/Token.ts"
import type { LoadedChain } from "../services/loadChain.ts"
import type { PaymentWarning, SendReason } from "./Send.ts"

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

/** Returns whether a chain found the balance too small. */
export const isInsufficient = (error: unknown): boolean =>
  error instanceof TransferRejected && error.reason._tag === "Insufficient"

/** Base units. Tokens that pay interest store shares, and round their value at each end of a transfer. */
const roundingToleranceUnits = 2n

/**
 * Returns the problem that a simulation shows, or `null`. The recipient may receive less, which is shown; but the
 * sender must not lose more than the amount or any other asset, because a token's code is arbitrary.
 */
export const findSimulationProblem = (simulation: TransferSimulation, amount: bigint): SendReason | null => {
  switch (simulation._tag) {
    case "Unavailable":
      return null
    case "Reverts":
      return { _tag: "Reverts", text: simulation.text }
    case "Simulated": {
      const most = amount + (amount >= 1_000_000n ? roundingToleranceUnits : 0n)
      // A token that is the native currency takes from both balances, which are one.
      const units = simulation.sender[0]?.nativeUnits ?? 0n
      const takesMore = simulation.sender.some(
        ({ before, after, token }, at) =>
          before - after > (at === 0 ? most : token === null ? most * units : 0n),
      )
      return takesMore ? { _tag: "Suspicious" } : null
    }
  }
}

/** Returns the warnings of a simulation that shows too little, or of one that was not possible. */
export const getSimulationWarnings = (
  simulation: TransferSimulation,
  { amount, from, to }: Pick<Transfer, "amount" | "from" | "to">,
): readonly PaymentWarning[] => {
  switch (simulation._tag) {
    case "Unavailable":
      return [{ _tag: "Untried" }]
    case "Reverts":
      return []
    case "Simulated": {
      // A payment to oneself changes no balance.
      if (isSameAddress(from, to)) return []
      const [change] = simulation.recipient
      const received = change === undefined ? 0n : change.after - change.before
      return received * 2n < amount ? [{ _tag: "Undelivered", received }] : []
    }
  }
}

/** The network fee of a smart account: its wallet pays it. */
const noFee: Fee = { expected: 0n, most: 0n, transactionFields: {}, seconds: null }

/** Returns an estimate that a lack of native currency cannot affect, if another account pays the network fee. */
export const withSponsoredFee =
  (smart: boolean) =>
  <E>(estimate: Effect.Effect<Fee, E>): Effect.Effect<Fee, E> =>
    Effect.catch(estimate, (error) =>
      smart && isInsufficient(error) ? Effect.succeed(noFee) : Effect.fail(error),
    )

const decimalsMismatchError = new RpcError({
  method: "decimals",
  host: "",
  reason: { _tag: "Malformed", detail: "not what the token is listed with" },
})

/**
 * Returns what the token's contract says of itself; `null` for the native currency, and if it says nothing. Fails if it
 * has other decimals than its listing, in which amounts are written.
 */
export const checkToken = (
  { actions, asking }: LoadedChain,
  { address, decimals }: Token,
): Effect.Effect<TokenDescription | null, RpcError> =>
  address === null
    ? Effect.succeed(null)
    : Effect.flatMap(actions.token({ ...asking, token: address }), (described) =>
        described !== null && described.decimals !== decimals
          ? Effect.fail(decimalsMismatchError)
          : Effect.succeed(described),
      )
