import type { TransferSimulation } from "@wmodal/chains"
import type { SendReason } from "./Send.ts"

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
      const takesMore = simulation.sender.some(
        ({ before, after }, at) => before - after > (at === 0 ? most : 0n),
      )
      return takesMore ? { _tag: "Suspicious" } : null
    }
  }
}
