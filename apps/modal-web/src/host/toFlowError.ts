import { type FlowProblem, presentFlow } from "@wmodal/core/flows"
import "../messages/walletMessages.ts"
import type { Translate } from "../messages/Translate.tsx"
import type { WModalError } from "../page/WModal.ts"

/** Returns a failure of an account's flow with its text, as the page receives it. */
export const toFlowError = (problem: FlowProblem, { say }: Translate): WModalError => {
  const { code, title, body } = presentFlow(problem)
  return { tag: code, text: `${say(title)}. ${say(body)}` }
}
