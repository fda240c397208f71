import type { BalanceChange, TransferSimulation } from "@wmodal/chains"
import { Effect } from "effect"
import { getMaxSendable } from "../services/funds.ts"

/** A payment of a token, in the funds of its sender. Base units. */
interface TokenFunds {
  /** The balance of the token. */
  readonly balance: bigint
  readonly native: bigint
  /** The maximum network fee, in the native currency. */
  readonly fee: bigint
  readonly smart: boolean
}

/** Returns the base units of the native currency in one of the token, if their balances look like one ledger. */
const guessNativeUnits = ({ balance, native }: TokenFunds): bigint | null => {
  if (balance === 0n) return null
  for (let units = 1n; units <= 10n ** 18n; units *= 10n) if (native / units === balance) return units
  return null
}

/**
 * Returns the most of a token that is the native currency by another name: the fee is paid from the same balance.
 * `undefined` for a token with a ledger of its own, which a simulation of that amount tells.
 */
export const findFaceMaximum = <E>(
  funds: TokenFunds,
  wanted: bigint | "max",
  simulate: (amount: bigint) => Effect.Effect<TransferSimulation, E>,
): Effect.Effect<bigint | undefined, E> => {
  const units = guessNativeUnits(funds)
  if (units === null) return Effect.succeed(undefined)
  const fee = (funds.fee + units - 1n) / units
  const most = getMaxSendable({ ...funds, isNative: true, fee })
  if (most === null || (wanted !== "max" && wanted <= most)) return Effect.succeed(undefined)
  return Effect.map(simulate(most), (simulation) =>
    simulation._tag === "Simulated" && simulation.sender[0]?.nativeUnits !== undefined ? most : undefined,
  )
}

/** Leaves out the native currency where the sent token is that currency: a review would show one change twice. */
export const withoutNativeFace = <Simulation extends TransferSimulation>(
  simulation: Simulation,
): Simulation => {
  if (simulation._tag !== "Simulated" || simulation.sender[0]?.nativeUnits === undefined) return simulation
  const drop = (changes: readonly BalanceChange[]) => changes.filter(({ token }) => token !== null)
  return { ...simulation, sender: drop(simulation.sender), recipient: drop(simulation.recipient) }
}
