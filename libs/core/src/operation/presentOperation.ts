import { sanitizeLine } from "@wmodal/chains"
import { blocked, type FlowPresentation, transient } from "../flows/FlowPresentation.ts"
import type { FlowProblem } from "../flows/FlowProblem.ts"
import { type FlowMessageId, isFlowMessageId } from "../flows/flowMessages.ts"
import { presentWallet } from "../flows/presentWallet.ts"
import type { SendError, SendReason } from "../send/Send.ts"
import type { SwapOperation, SwapReason, SwapRefusal } from "../swap/Swap.ts"

type Present = (problem: FlowProblem) => FlowPresentation

type DetailedReason = "Insufficient" | "Reverts" | "NotRaised" | "Recipient" | "Wallet" | "Problem"

/** Payments and fee raises: words, next action and exit of every refusal without details. */
const sendProblems: Readonly<Record<Exclude<SendReason["_tag"], DetailedReason>, FlowPresentation>> = {
  InvalidAmount: blocked("invalidAmount", "flow.amount", "flow.amount.body", "changeAmount", "usage"),
  Incomplete: blocked("invalidAmount", "flow.amount", "flow.incomplete", "changeAmount", "usage"),
  Suspicious: blocked("suspicious", "flow.suspicious", "flow.suspicious.body", "chooseToken", "guard"),
  Inscribed: blocked("inscribed", "flow.inscribed", "flow.inscribed.body", "dismiss", "guard"),
  Stopped: blocked("stopped", "flow.stopped", "flow.stopped.body", "reviewAgain", "guard"),
  Duplicate: blocked("twin", "flow.twin", "flow.twin.body", "checkAgain", "guard"),
  Changed: transient("changed", "flow.changed", "flow.changed.body", "reviewAgain", "guard"),
}

type DetailedSwapReason = "Insufficient" | "Failed" | "Refused" | "Wallet"

/** The same for swaps. */
const swapProblems: Readonly<Record<Exclude<SwapReason["_tag"], DetailedSwapReason>, FlowPresentation>> = {
  InvalidAmount: sendProblems.InvalidAmount,
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

/** Describes a failed payment. Failures to send have messages of their own on some chains, regardless of the source. */
export const presentSend = ({ chain, reason }: SendError, present: Present): FlowPresentation => {
  const told = presentSendReason(reason, present)
  const failed = told.title.id === "flow.send" || told.title.id === "flow.refused"
  const id = `flow.send.${chain}`
  return failed && isFlowMessageId(id) ? { ...told, title: { id } } : told
}

const presentSendReason = (reason: SendReason, present: Present): FlowPresentation => {
  switch (reason._tag) {
    case "Insufficient":
      return presentInsufficient(reason.of)
    case "Reverts":
      return presentRevert(reason.text)
    case "NotRaised": {
      const text = trimFullStop(sanitizeLine(reason.text, 200))
      const body =
        text === "" ? "flow.notRaised.body" : ({ id: "flow.notRaised.said", values: { text } } as const)
      return blocked("notRaised", "flow.notRaised", body, "dismiss", "guard")
    }
    case "Recipient":
      return present(reason.error)
    case "Wallet":
      return presentWallet(reason.error)
    case "Problem":
      return present(reason.problem)
    default:
      return sendProblems[reason._tag]
  }
}

/** Describes a failed swap. */
export const presentSwap = (reason: SwapReason, present: Present): FlowPresentation => {
  switch (reason._tag) {
    case "Insufficient":
      return presentInsufficient(reason.of)
    case "Failed": {
      const { body, code, kind, retryable } = present(reason.problem)
      const action = retryable ? (reason.during === "initialize" ? "tryAgain" : "reviewAgain") : "dismiss"
      return { title: { id: operationTitles[reason.during] }, body, action, code, kind, retryable }
    }
    case "Refused":
      return reason.because === "reverts"
        ? blocked("swapRefused", "flow.swap.reverts", "flow.swap.reverts.body", "changeAmount", "reverted")
        : blocked("swapRefused", "flow.swap.refused", refusalTexts[reason.because], "chooseToken", "guard")
    case "Wallet": {
      const told = presentWallet(reason.error)
      return reason.error.reason._tag === "Declined" ? told : { ...told, title: { id: operationTitles.send } }
    }
    default:
      return swapProblems[reason._tag]
  }
}

export const presentInsufficient = (of: "token" | "gas"): FlowPresentation =>
  blocked(
    "insufficientFunds",
    "flow.insufficient",
    `flow.insufficient.${of}`,
    "changeAmount",
    "insufficientFunds",
  )

export const presentRevert = (text: string): FlowPresentation =>
  blocked(
    "reverts",
    "flow.reverts",
    text === "" ? "flow.reverts.body" : { id: "flow.reverts.said", values: { text: trimFullStop(text) } },
    "changeAmount",
    "reverted",
  )

/** Returns an external sentence, ready to be followed by another one. */
const trimFullStop = (text: string): string => text.replace(/\.+$/, "")

const operationTitles: Readonly<Record<SwapOperation, FlowMessageId>> = {
  initialize: "flow.swap.initialize",
  price: "flow.swap.price",
  quote: "flow.swap.quote",
  allowance: "flow.swap.allowance",
  approval: "flow.swap.approval",
  transaction: "flow.swap.transaction",
  send: "flow.swap.send",
}

const refusalTexts: Readonly<Record<Exclude<SwapRefusal, "reverts">, FlowMessageId>> = {
  spender: "flow.swap.refused.spender",
  sender: "flow.swap.refused.sender",
  recipient: "flow.swap.refused.recipient",
  source: "flow.swap.refused.source",
  minimum: "flow.swap.refused.minimum",
  approval: "flow.swap.refused.approval",
}
