import type { RequestWarning } from "../contract/Explanation.ts"
import type { SimulationResult } from "../contract/Transfer.ts"

/** Returns the warnings of a simulation that failed, or that was not possible. */
export const toSimulationWarnings = (trial: SimulationResult): readonly RequestWarning[] => {
  switch (trial._tag) {
    case "Simulated":
      return []
    case "Reverts":
      return [{ _tag: "Fails", text: trial.text }]
    case "Unavailable":
      return [{ _tag: "Untried" }]
  }
}
