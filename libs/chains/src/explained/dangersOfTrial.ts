import type { Danger } from "../contract/Explanation.ts"
import type { Trial } from "../contract/Transfer.ts"

/** What speaks against something once it was tried out, or could not be. */
export const dangersOfTrial = (trial: Trial): readonly Danger[] => {
  switch (trial._tag) {
    case "Tried":
      return []
    case "Reverts":
      return [{ _tag: "Fails", text: trial.text }]
    case "Unavailable":
      return [{ _tag: "Untried" }]
  }
}
