import { frameId } from "@wmodal/chains/frame"
import {
  formatEnglish,
  type Presentation,
  type Problem,
  type ProblemContext,
  presentProblem,
} from "@wmodal/core"
import {
  type FlowProblem,
  type FlowProblemContext,
  formatFlowEnglish,
  getReadReason,
  presentFlow,
  type ReadReason,
} from "@wmodal/core/flows"
import type { CommandPlan } from "../plan/CommandPlan.ts"
import { getDangerTitle } from "../signing/dangers.ts"
import type { CliReason } from "./CliError.ts"
import type { Failure } from "./exitName.ts"
import type { PartialSwapError } from "./PartialSwapError.ts"
import type { Report } from "./Report.ts"

const makeReport = (code: string, message: string, hint: string | null, retryable = false): Report => ({
  code,
  message,
  hint,
  retryable,
})

const toCliReport = (reason: CliReason): Report => {
  switch (reason._tag) {
    case "Usage":
      return makeReport("usage", reason.message, reason.hint)
    case "Config":
      return makeReport("config", reason.message, reason.hint)
    case "NotConnected":
      return reason.network === null
        ? makeReport("notConnected", "No wallet is connected.", connectKeysCommand)
        : makeReport(
            "notConnected",
            `No wallet is connected for ${reason.network}.`,
            `${connectKeysCommand} --network ${reason.network}`,
          )
    case "SessionEnded":
      return reason.by === "phone"
        ? makeReport("sessionEnded", `${reason.wallet} has ended the session.`, connectPhoneCommand)
        : makeReport("sessionEnded", "The secure site has ended your session.", connectFrameCommand)
    case "NoRelay":
      return makeReport(
        "relayUnreachable",
        `The relay ${reason.host} cannot be reached.`,
        "wmodal doctor",
        true,
      )
    case "NoSite":
      return makeReport(
        "secureSiteUnreachable",
        `The secure site ${reason.host} cannot be reached.`,
        "wmodal doctor",
        true,
      )
    case "NoCode":
      return makeReport(
        "noCode",
        `No code was received from ${reason.from}.`,
        "Run the same command for a new code.",
        true,
      )
    case "Busy":
      return makeReport(
        "busy",
        `Another wmodal command is using your ${reason.by === "phone" ? "phone" : "embedded wallet"}.`,
        "Try again when it has finished.",
        true,
      )
    case "Guard":
      return makeReport("guard", reason.message, reason.hint)
    case "WaitedTooLong": {
      const message = `Not confirmed within ${reason.seconds} s: ${reason.what}`
      return { ...makeReport("timeout", message, formatWatchCommand(reason.what)), transaction: reason.what }
    }
    case "Lost": {
      const message = `It may have been sent, but the response was lost: ${reason.what}. Do not send again.`
      return { ...makeReport("lost", message, formatWatchCommand(reason.what)), transaction: reason.what }
    }
    case "Unanswered": {
      const message = `It is signed, and no node has confirmed that it has it: ${reason.what}. It may still go through. Do not send again.`
      return {
        ...makeReport("unanswered", message, formatWatchCommand(reason.what)),
        transaction: reason.what,
      }
    }
    case "Dropped": {
      const message = `It was accepted, but no node has it now: ${reason.what}. It may still go through. Do not send again.`
      return { ...makeReport("dropped", message, formatWatchCommand(reason.what)), transaction: reason.what }
    }
    case "NotLookedUp": {
      const message = `It was sent, and no node could be asked about it since: ${reason.what}. Do not send again.`
      return {
        ...makeReport("notLookedUp", message, formatWatchCommand(reason.what)),
        transaction: reason.what,
      }
    }
    case "ResultUnknown": {
      const message = `It is in a block, but the node does not say whether it succeeded: ${reason.what}. Do not send again.`
      const hint = "Look it up in an explorer, or check your balance."
      return { ...makeReport("resultUnknown", message, hint), transaction: reason.what }
    }
    case "PartlyReverted": {
      const message = `A part of the calls failed, and the others had their effect: ${reason.what}`
      const hint = "Check your balances before you repeat it."
      return { ...makeReport("partlyReverted", message, hint), transaction: reason.what }
    }
    case "Reverted": {
      const message = `The transaction failed. Only the fee was charged: ${reason.hash}`
      return { ...makeReport("reverted", message, null), transaction: reason.hash }
    }
    case "Replaced": {
      const message = `Replaced by another transaction: ${reason.by}`
      return { ...makeReport("replaced", message, formatWatchCommand(reason.by)), transaction: reason.by }
    }
    case "Cancelled": {
      const message = `It was cancelled by ${reason.by}; nothing was paid.`
      return { ...makeReport("cancelled", message, null), transaction: reason.by }
    }
    case "Expired":
      return makeReport(
        "expired",
        "Not included in time; nothing was paid.",
        "Run the same command to pay again.",
        true,
      )
  }
}

const connectKeysCommand = "wmodal connect --wallet keys"
const connectPhoneCommand = "wmodal connect --wallet walletconnect"
const connectFrameCommand = "wmodal connect --wallet frame"

export const formatWatchCommand = (what: string): string => `wmodal watch ${what}`

type Action = Presentation["action"] | ReturnType<typeof presentFlow>["action"]

/** Converts a next action of the UI to a command. `null` keeps the text of the engine. */
const toHintCommand = (action: Action): string | null => {
  switch (action) {
    case "connectAgain":
    case "install":
    case "chooseOther":
    case "unlock":
      return connectKeysCommand
    case "switchNetwork":
      return "wmodal networks, then wmodal switch <caip2>"
    case "checkAgain":
      return "Run wmodal activity to see it, or wmodal watch <hash> to check its status."
    case "tryAgain":
    case "openWallet":
    case "dismiss":
    case "changeAmount":
    case "changeRecipient":
    case "chooseToken":
    case "changeName":
    case "reviewAgain":
      return null
  }
}

/** The action during which the failure occurred, for the choice of its text: a connection or an account action. */
type FailureContext =
  | { readonly _tag: "Connection"; readonly during: ProblemContext }
  | { readonly _tag: "Account"; readonly during: FlowProblemContext }

const toConnectionContext = (during: ProblemContext): FailureContext => ({ _tag: "Connection", during })
const toAccountContext = (during: FlowProblemContext): FailureContext => ({ _tag: "Account", during })

const isProblem = (failure: FlowProblem): failure is Problem =>
  failure._tag === "ConnectorError" ||
  failure._tag === "EngineError" ||
  failure._tag === "RestoreError" ||
  failure._tag === "OptionsError" ||
  failure._tag === "RpcError"

/** Returns the hint for failures of the embedded wallet, or `null` for other failures. */
const getFrameHint = (problem: FlowProblem): Report["hint"] => {
  if (problem._tag === "EngineError" && problem.reason._tag === "SecureSiteNotFound")
    return "Set secureSite in the file passed with --endpoints."
  const isFrames =
    problem._tag === "FrameError" ||
    ((problem._tag === "ConnectorError" || problem._tag === "RestoreError") &&
      problem.connectorId === frameId)
  return isFrames && "reason" in problem && retryableReasons.has(problem.reason._tag)
    ? connectFrameCommand
    : null
}

const retryableReasons: ReadonlySet<string> = new Set(["Locked", "WalletLocked", "NoFrame"])

const toProblemReport = (problem: FlowProblem, about: FailureContext): Report => {
  const said = describeProblem(problem, about)
  const reason = findReadReason(problem)
  return {
    ...said,
    hint: getFrameHint(problem) ?? said.hint,
    ...(reason !== null && { reason }),
  }
}

/** Returns why a read failed, also the one of a payment or a swap. */
const findReadReason = (problem: FlowProblem): ReadReason | null => {
  switch (problem._tag) {
    case "ApiError":
    case "EngineError":
    case "RpcError":
      return getReadReason(problem)
    case "SendError":
      return problem.reason._tag === "Problem" ? getReadReason(problem.reason.problem) : null
    case "SwapError": {
      if (problem.reason._tag !== "Failed") return null
      const { problem: cause } = problem.reason
      return cause._tag === "SendError" ? findReadReason(cause) : getReadReason(cause)
    }
    default:
      return null
  }
}

const describeProblem = (problem: FlowProblem, about: FailureContext): Report => {
  if (about._tag === "Connection" && isProblem(problem)) {
    const { action, body, code, retryable, title } = presentProblem(problem, about.during)
    return makeReport(code, formatEnglish(title), toHintCommand(action) ?? formatEnglish(body), retryable)
  }
  const said = presentFlow(problem, about._tag === "Account" ? about.during : "send")
  return makeReport(
    said.code,
    formatFlowEnglish(said.title),
    toHintCommand(said.action) ?? formatFlowEnglish(said.body),
    said.retryable,
  )
}

/** Replaces the hint: a text such as "nothing was sent" is wrong after the approval was sent. */
const toPartialSwapReport = (
  { approval, itemError, stands }: PartialSwapError,
  { hint, ...cause }: Report,
): Report => {
  const isLost =
    itemError._tag === "CliError" &&
    (itemError.reason._tag === "Lost" || itemError.reason._tag === "Unanswered")
  const went = isLost ? "may have been sent" : "was sent"
  const before = `The approval ${stands ? "is still active" : went}: ${approval}; nothing was swapped.`
  const next =
    itemError._tag === "CliError"
      ? hint
      : stands
        ? "Run the same command to swap without a new approval."
        : null
  const back = stands ? `To take it back: wmodal revoke ${approval}` : null
  const parts = [before, next, back].filter((part) => part !== null)
  return {
    ...cause,
    hint: parts.join(" "),
    transaction: cause.transaction ?? approval,
  }
}

/** Converts a failure to a report with the texts of the engine and a hint for the terminal. */
export const toReport = (failure: Failure, about: FailureContext): Report => {
  switch (failure._tag) {
    case "CliError":
      return toCliReport(failure.reason)
    case "BatchError": {
      const { hint, ...cause } = toReport(failure.itemError, about)
      const before =
        failure.sent === 0
          ? "No payment of the batch was sent."
          : `Payments sent before or with it: ${failure.sent}.`
      return {
        ...cause,
        message: `Line ${failure.line}: ${cause.message}`,
        hint: hint === null ? before : `${before} ${hint}`,
      }
    }
    case "PartialSwapError":
      return toPartialSwapReport(failure, toReport(failure.itemError, about))
    case "DangerError":
      // The warning was not part of the review.
      return { ...toProblemReport(failure, about), message: `${getDangerTitle(failure.dangers[0])}.` }
    case "SwapError":
      return failure.reason._tag === "Duplicate"
        ? { ...toProblemReport(failure, about), hint: formatWatchCommand(failure.reason.entry) }
        : toProblemReport(failure, about)
    case "SendError":
      return failure.reason._tag === "Duplicate"
        ? { ...toProblemReport(failure, about), hint: formatWatchCommand(failure.reason.entry) }
        : toProblemReport(failure, about)
    default:
      return toProblemReport(failure, about)
  }
}

/** Returns the context of a command's failures: the text of a rejection depends on it. */
export const getFailureContext = ({ _tag }: Pick<CommandPlan, "_tag">): FailureContext => {
  switch (_tag) {
    case "SignMessage":
    case "SignSiwx":
    case "SignTypedData":
      return toConnectionContext("sign")
    case "Switch":
      return toConnectionContext("switch")
    case "Balances":
      return toAccountContext("balance")
    case "Activity":
      return toAccountContext("transactions")
    case "Buy":
      return toAccountContext("buy")
    case "Send":
    case "SendBatch":
    case "Swap":
    case "Raise":
    case "Broadcast":
      return toAccountContext("send")
    case "Watch":
      return toAccountContext("look")
    default:
      return toConnectionContext("connect")
  }
}
