import { blocked, type FlowPresentation, transient } from "../problems/FlowPresentation.ts"
import { presentInsufficient, presentRead } from "../problems/presentRead.ts"
import { presentWallet } from "../problems/presentWallet.ts"
import { presentSend } from "../send/presentSend.ts"
import type { SwapError, SwapReason } from "./Swap.ts"

type DetailedSwapReason = "Insufficient" | "Failed" | "Refused" | "Wallet"

/** Words, next action and exit of every refusal without details. */
const swapProblems: Readonly<Record<Exclude<SwapReason["_tag"], DetailedSwapReason>, FlowPresentation>> = {
  InvalidAmount: blocked("invalidAmount", "flow.amount", "flow.amount.body", "changeAmount", "usage"),
  NoQuote: blocked("noQuote", "flow.swap.noQuote", "flow.swap.noQuote.body", "changeAmount", "guard"),
  Stopped: blocked("stopped", "flow.swap.stopped", "flow.swap.stopped.body", "reviewAgain", "guard"),
  Stale: transient("stale", "flow.swap.stale", "flow.swap.stale.body", "reviewAgain", "guard"),
  Duplicate: blocked("twin", "flow.twin", "flow.swap.twin", "checkAgain", "guard"),
  Changed: transient("changed", "flow.changed", "flow.swap.changed", "reviewAgain", "guard"),
  Unsupported: blocked(
    "swapsNotSupported",
    "flow.swap.unsupported",
    "flow.swap.unsupported.body",
    "switchNetwork",
    "usage",
  ),
  ApprovalFailed: transient(
    "approvalFailed",
    "flow.swap.send",
    "flow.swap.approvalFailed",
    "reviewAgain",
    "reverted",
  ),
}

/** Describes a failed swap. */
export const presentSwap = ({ reason }: SwapError): FlowPresentation => {
  switch (reason._tag) {
    case "Insufficient":
      return presentInsufficient(reason.of)
    case "Failed": {
      const { body, code, kind, retryable } =
        reason.problem._tag === "SendError" ? presentSend(reason.problem) : presentRead(reason.problem)
      const action = retryable ? (reason.during === "initialize" ? "tryAgain" : "reviewAgain") : "dismiss"
      return { title: { id: `flow.swap.${reason.during}` }, body, action, code, kind, retryable }
    }
    case "Refused":
      return reason.because === "reverts"
        ? blocked("swapRefused", "flow.swap.reverts", "flow.swap.reverts.body", "changeAmount", "reverted")
        : blocked(
            "swapRefused",
            "flow.swap.refused",
            `flow.swap.refused.${reason.because}`,
            "chooseToken",
            "guard",
          )
    case "Wallet": {
      const told = presentWallet(reason.error)
      return reason.error.reason._tag === "Declined" ? told : { ...told, title: { id: "flow.swap.send" } }
    }
    default:
      return swapProblems[reason._tag]
  }
}
