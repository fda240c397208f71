import { english, type Presentation, type Problem, present, type Undertaking } from "@wmodal/core"
import type { Plan } from "../plan/Plan.ts"
import type { CliReason } from "./CliError.ts"
import type { Failure } from "./exitOf.ts"
import type { Report } from "./Report.ts"

const ofCli = (reason: CliReason): Report => {
  switch (reason._tag) {
    case "Usage":
      return { code: "usage", message: reason.message, hint: reason.hint, retryable: false }
    case "Config":
      return { code: "config", message: reason.message, hint: reason.hint, retryable: false }
    case "NotConnected":
      return { code: "notConnected", message: "No wallet is connected.", hint: connect, retryable: false }
  }
}

const connect = "wmodal connect --wallet dev"

/** The engine speaks of a page; here are the same next actions as commands. `null`: its own words will do. */
const command = (action: Presentation["action"]): string | null => {
  switch (action) {
    case "connectAgain":
    case "install":
    case "chooseOther":
    case "unlock":
      return connect
    case "switchNetwork":
      return "wmodal networks, then wmodal switch <caip2>"
    case "tryAgain":
    case "openWallet":
    case "dismiss":
      return null
  }
}

const ofProblem = (problem: Problem, during: Undertaking): Report => {
  const { action, body, code, retryable, title } = present(problem, during)
  return { code, message: english(title), hint: command(action) ?? english(body), retryable }
}

/** A failure in words: those of the engine's messages, and a hint that fits a terminal. */
export const reportOf = (failure: Failure, during: Undertaking): Report =>
  failure._tag === "CliError" ? ofCli(failure.reason) : ofProblem(failure, during)

/** What the person was about: the words of a refusal depend on it. */
export const undertakingOf = ({ _tag }: Plan): Undertaking => {
  switch (_tag) {
    case "SignMessage":
    case "SignTypedData":
      return "sign"
    case "Switch":
      return "switch"
    default:
      return "connect"
  }
}
