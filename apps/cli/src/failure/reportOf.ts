import { frameId } from "@wmodal/chains/frame"
import { english, type Presentation, type Problem, present, type Undertaking } from "@wmodal/core"
import { englishFlow, type FlowProblem, type FlowUndertaking, presentFlow } from "@wmodal/core/flows"
import type { Plan } from "../plan/Plan.ts"
import { dangerTitle } from "../signing/dangers.ts"
import type { CliReason } from "./CliError.ts"
import type { Failure } from "./exitOf.ts"
import type { HalfwayError } from "./HalfwayError.ts"
import type { Report } from "./Report.ts"

const report = (code: string, message: string, hint: string | null, retryable = false): Report => ({
  code,
  message,
  hint,
  retryable,
})

const ofCli = (reason: CliReason): Report => {
  switch (reason._tag) {
    case "Usage":
      return report("usage", reason.message, reason.hint)
    case "Config":
      return report("config", reason.message, reason.hint)
    case "NotConnected":
      return reason.network === null
        ? report("notConnected", "No wallet is connected.", connect)
        : report(
            "notConnected",
            `No wallet is connected for ${reason.network}.`,
            `${connect} --network ${reason.network}`,
          )
    case "SessionEnded":
      return reason.by === "phone"
        ? report("sessionEnded", `${reason.wallet} has ended the session.`, connectPhone)
        : report("sessionEnded", "The secure site has ended your session.", connectFrame)
    case "NoRelay":
      return report("relayUnreachable", `The relay ${reason.host} cannot be reached.`, "wmodal doctor", true)
    case "NoSite":
      return report(
        "secureSiteUnreachable",
        `The secure site ${reason.host} cannot be reached.`,
        "wmodal doctor",
        true,
      )
    case "NoCode":
      return report("noCode", `No code came from ${reason.from}.`, "The same command asks for another.", true)
    case "Busy":
      return report(
        "busy",
        `Another wmodal command is asking your ${reason.by === "phone" ? "phone" : "embedded wallet"}.`,
        "Try again when it is done.",
        true,
      )
    case "Guard":
      return report("guard", reason.message, reason.hint)
    case "WaitedTooLong": {
      const message = `It did not come as far as was asked for within ${reason.seconds} s: ${reason.what}`
      return { ...report("timeout", message, watch(reason.what)), transaction: reason.what }
    }
    case "Lost": {
      const message = `It may have been sent, but the answer was lost: ${reason.what}. Do not send it again.`
      return { ...report("lost", message, watch(reason.what)), transaction: reason.what }
    }
    case "Reverted": {
      const message = `The transaction failed on the chain and moved nothing but the fee: ${reason.hash}`
      return { ...report("reverted", message, null), transaction: reason.hash }
    }
    case "Replaced": {
      const message = `Another transaction took its place: ${reason.by}`
      return { ...report("replaced", message, watch(reason.by)), transaction: reason.by }
    }
    case "Cancelled": {
      const message = `It was cancelled by ${reason.by}; nothing was paid.`
      return { ...report("cancelled", message, null), transaction: reason.by }
    }
    case "Expired":
      return report(
        "expired",
        "It was not mined in time and can never be; nothing was paid.",
        "The same command pays it anew.",
        true,
      )
  }
}

const connect = "wmodal connect --wallet dev"
const connectPhone = "wmodal connect --wallet walletconnect"
const connectFrame = "wmodal connect --wallet frame"

export const watch = (what: string): string => `wmodal watch ${what}`

type Action = Presentation["action"] | ReturnType<typeof presentFlow>["action"]

/** The engine speaks of a page; here are the same next actions as commands. `null`: its own words will do. */
const command = (action: Action): string | null => {
  switch (action) {
    case "connectAgain":
    case "install":
    case "chooseOther":
    case "unlock":
      return connect
    case "switchNetwork":
      return "wmodal networks, then wmodal switch <caip2>"
    case "checkAgain":
      return "wmodal activity shows it; wmodal watch <hash> finds out what became of it."
    case "tryAgain":
    case "openWallet":
    case "dismiss":
    case "changeAmount":
    case "changeRecipient":
    case "chooseToken":
    case "reviewAgain":
      return null
  }
}

/** What the person was about, for the words: those of a connection, or those of the account. */
type About =
  | { readonly _tag: "Connection"; readonly during: Undertaking }
  | { readonly _tag: "Account"; readonly during: FlowUndertaking }

const connection = (during: Undertaking): About => ({ _tag: "Connection", during })
const account = (during: FlowUndertaking): About => ({ _tag: "Account", during })

const isProblem = (failure: FlowProblem): failure is Problem =>
  failure._tag === "ConnectorError" ||
  failure._tag === "EngineError" ||
  failure._tag === "RestoreError" ||
  failure._tag === "OptionsError" ||
  failure._tag === "RpcError"

/** Where the embedded wallet is the one that is to be connected again, or cannot be. */
const ofFrame = (problem: FlowProblem): Report["hint"] => {
  if (problem._tag === "EngineError" && problem.reason._tag === "SecureSiteNotFound")
    return "--endpoints <file> names it: secureSite"
  const isFrames =
    problem._tag === "FrameError" ||
    ((problem._tag === "ConnectorError" || problem._tag === "RestoreError") &&
      problem.connectorId === frameId)
  return isFrames && "reason" in problem && againReasons.has(problem.reason._tag) ? connectFrame : null
}

const againReasons: ReadonlySet<string> = new Set(["Locked", "WalletLocked", "NoFrame"])

const ofProblem = (problem: FlowProblem, about: About): Report => {
  const said = inWords(problem, about)
  return { ...said, hint: ofFrame(problem) ?? said.hint }
}

const inWords = (problem: FlowProblem, about: About): Report => {
  if (about._tag === "Connection" && isProblem(problem)) {
    const { action, body, code, retryable, title } = present(problem, about.during)
    return report(code, english(title), command(action) ?? english(body), retryable)
  }
  const said = presentFlow(problem, about._tag === "Account" ? about.during : "send")
  return report(
    said.code,
    englishFlow(said.title),
    command(said.action) ?? englishFlow(said.body),
    said.retryable,
  )
}

/** What is said of a wallet that did nothing, that nothing was sent, is not true of both steps. */
const halfway = ({ approval, mishap, stands }: HalfwayError, { hint, ...cause }: Report): Report => {
  const isLost = mishap._tag === "CliError" && mishap.reason._tag === "Lost"
  const went = isLost ? "may have been sent" : "was sent"
  const before = `The approval ${stands ? "stays" : went}: ${approval}; nothing was swapped.`
  const next =
    mishap._tag === "CliError" ? hint : stands ? "The same command swaps without a new approval." : null
  return {
    ...cause,
    hint: next === null ? before : `${before} ${next}`,
    transaction: cause.transaction ?? approval,
  }
}

/** A failure in words: those of the engine's messages, and a hint that fits a terminal. */
export const reportOf = (failure: Failure, about: About): Report => {
  switch (failure._tag) {
    case "CliError":
      return ofCli(failure.reason)
    case "BatchError": {
      const { hint, ...cause } = reportOf(failure.mishap, about)
      const before =
        failure.sent === 0 ? "Nothing of the batch was sent." : `Sent before it, or with it: ${failure.sent}.`
      return {
        ...cause,
        message: `Line ${failure.line}: ${cause.message}`,
        hint: hint === null ? before : `${before} ${hint}`,
      }
    }
    case "HalfwayError":
      return halfway(failure, reportOf(failure.mishap, about))
    case "DangerError":
      // It was not there when it was looked at before.
      return { ...ofProblem(failure, about), message: `${dangerTitle(failure.dangers[0])}.` }
    case "SwapError":
      return failure.reason._tag === "Twin"
        ? { ...ofProblem(failure, about), hint: watch(failure.reason.entry) }
        : ofProblem(failure, about)
    case "SendError":
      return failure.reason._tag === "Twin"
        ? { ...ofProblem(failure, about), hint: watch(failure.reason.entry) }
        : ofProblem(failure, about)
    default:
      return ofProblem(failure, about)
  }
}

/** What the person was about: the words of a refusal depend on it. */
export const aboutOf = ({ _tag }: Pick<Plan, "_tag">): About => {
  switch (_tag) {
    case "SignMessage":
    case "SignTypedData":
      return connection("sign")
    case "Switch":
      return connection("switch")
    case "Balances":
      return account("balance")
    case "Activity":
      return account("transactions")
    case "Send":
    case "SendBatch":
    case "Swap":
    case "Raise":
    case "Broadcast":
      return account("send")
    case "Watch":
      return account("look")
    default:
      return connection("connect")
  }
}
