import type { TokenDescription, Transfer, TransferSimulation } from "@wmodal/chains"
import { isSameAddress, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Token } from "../networks/Token.ts"
import type { LoadedChain } from "../services/loadChain.ts"
import type { PaymentWarning, SendReason } from "./Send.ts"

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
