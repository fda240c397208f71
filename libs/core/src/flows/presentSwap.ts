import type { SwapOperation, SwapReason, SwapRefusal } from "../swap/Swap.ts"
import type { FlowProblem } from "./FlowProblem.ts"
import type { FlowMessageId } from "./flowMessages.ts"
import type { FlowPresentation } from "./presentFlow.ts"
import { presentWallet } from "./presentWallet.ts"

/** Returns the message, kind and next action for a failed swap. `present` covers all other errors. */
export const presentSwap = (
  reason: SwapReason,
  present: (problem: FlowProblem) => FlowPresentation,
): FlowPresentation => {
  switch (reason._tag) {
    case "InvalidAmount":
      return blocked("invalidAmount", "flow.amount", "flow.amount.body", "changeAmount")
    case "Insufficient":
      return blocked(
        "insufficientFunds",
        "flow.insufficient",
        `flow.insufficient.${reason.of}`,
        "changeAmount",
      )
    case "NoQuote":
      return blocked("noQuote", "flow.swap.noQuote", "flow.swap.noQuote.body", "changeAmount")
    case "Failed": {
      const { body, code, kind, retryable } = present(reason.problem)
      const action = retryable ? (reason.during === "initialize" ? "tryAgain" : "reviewAgain") : "dismiss"
      return { title: { id: operationTitles[reason.during] }, body, action, code, kind, retryable }
    }
    case "Refused":
      return blocked(
        "swapRefused",
        reason.because === "reverts" ? "flow.swap.reverts" : "flow.swap.refused",
        refusalTexts[reason.because],
        reason.because === "reverts" ? "changeAmount" : "chooseToken",
      )
    case "Stopped":
      return blocked("stopped", "flow.swap.stopped", "flow.swap.stopped.body", "reviewAgain")
    case "Stale":
      return transient("stale", "flow.swap.stale", "flow.swap.stale.body", "reviewAgain")
    case "Duplicate":
      return blocked("twin", "flow.twin", "flow.swap.twin", "checkAgain")
    case "Changed":
      return transient("changed", "flow.changed", "flow.swap.changed", "reviewAgain")
    case "Unsupported":
      return blocked(
        "swapsNotSupported",
        "flow.swap.unsupported",
        "flow.swap.unsupported.body",
        "switchNetwork",
      )
    case "Wallet": {
      const told = presentWallet(reason.error)
      return reason.error.reason._tag === "Declined" ? told : { ...told, title: { id: operationTitles.send } }
    }
    case "ApprovalFailed":
      return transient("approvalFailed", operationTitles.send, "flow.swap.approvalFailed", "reviewAgain")
  }
}

const operationTitles: Readonly<Record<SwapOperation, FlowMessageId>> = {
  initialize: "flow.swap.initialize",
  price: "flow.swap.price",
  quote: "flow.swap.quote",
  allowance: "flow.swap.allowance",
  approval: "flow.swap.approval",
  transaction: "flow.swap.transaction",
  send: "flow.swap.send",
}

const refusalTexts: Readonly<Record<SwapRefusal, FlowMessageId>> = {
  spender: "flow.swap.refused.spender",
  sender: "flow.swap.refused.sender",
  recipient: "flow.swap.refused.recipient",
  source: "flow.swap.refused.source",
  minimum: "flow.swap.refused.minimum",
  approval: "flow.swap.refused.approval",
  reverts: "flow.swap.reverts.body",
}

const makeFlowPresentation =
  (kind: FlowPresentation["kind"]) =>
  (
    code: string,
    title: FlowMessageId,
    body: FlowMessageId,
    action: FlowPresentation["action"],
  ): FlowPresentation => ({
    kind,
    title: { id: title },
    body: { id: body },
    action,
    code,
    retryable: kind === "transient",
  })

const transient = makeFlowPresentation("transient")
const blocked = makeFlowPresentation("blocked")
