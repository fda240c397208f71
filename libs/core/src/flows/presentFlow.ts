import { presentFunding } from "../funding/presentFunding.ts"
import { presentName } from "../names/presentName.ts"
import { blocked, type FlowMessage, type FlowPresentation, transient } from "../problems/FlowPresentation.ts"
import { type FlowProblemContext, presentRead } from "../problems/presentRead.ts"
import { presentTooLong } from "../problems/presentTooLong.ts"
import { presentRecipient } from "../recipients/presentRecipient.ts"
import { presentSend } from "../send/presentSend.ts"
import { presentSession } from "../sessions/presentSession.ts"
import { presentSwap } from "../swap/presentSwap.ts"
import type { FlowProblem } from "./FlowProblem.ts"

/** Returns the message, kind and next action for every failure of a connected wallet. */
export const presentFlow = (problem: FlowProblem, during: FlowProblemContext = "send"): FlowPresentation => {
  switch (problem._tag) {
    case "AmbiguousToken": {
      const { symbol, addresses } = problem
      const body: FlowMessage = {
        id: "flow.ambiguousToken.body",
        values: { symbol, addresses: addresses.join(", ") },
      }
      return blocked("ambiguousToken", "flow.ambiguousToken", body, "chooseToken")
    }
    case "FundingError":
      return presentFunding(problem.reason)
    case "RecipientError":
      return presentRecipient(problem)
    case "SendError":
      return presentSend(problem)
    case "SwapError":
      return presentSwap(problem)
    case "SiwxError": {
      const { text } = problem
      const body: FlowMessage =
        text === "" ? { id: "flow.siwx.silent" } : { id: "flow.siwx.body", values: { text } }
      return transient("notSignedIn", "flow.siwx", body, "tryAgain")
    }
    case "NameError":
      return presentName(problem)
    case "SessionError":
      return presentSession(problem)
    case "DangerError":
      return blocked("stopped", "flow.danger", "flow.danger.body", "reviewAgain")
    case "RequestTooLong":
      return presentTooLong(problem)
    default:
      return presentRead(problem, during)
  }
}
