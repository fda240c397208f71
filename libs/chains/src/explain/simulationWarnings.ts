import type { RequestWarning } from "../contract/Explanation.ts"
import type { SimulationResult } from "../contract/Transfer.ts"

/** What speaks against something once it was tried out, or could not be. */
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
