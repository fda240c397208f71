import type { TransferSimulation } from "@wmodal/chains"
import type { SendReason } from "./Send.ts"

/** Base units. Tokens that pay interest keep shares, and round what these are worth at each end of a transfer. */
const roundingToleranceUnits = 2n

/**
 * What a simulation says against a payment, `null` where nothing. Less may reach the recipient, which is shown; but
 * more than the amount, or anything else, must not leave the sender: a token may do what it likes when it is called.
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
