import type { ApiError } from "@wmodal/api"
import { sanitizeLine, type TransferRejected } from "@wmodal/chains"
import type { BroadcastError, RpcError } from "@wmodal/protocol"
import type { EngineError } from "../problems/EngineError.ts"
import { type EngineMessageId, engineMessages } from "../problems/engineMessages.ts"
import {
  type Message,
  type Presentation,
  type ProblemAction,
  presentProblem,
} from "../problems/presentProblem.ts"
import type { RecipientError } from "../recipients/Recipients.ts"
import type { SendError, SendReason } from "../send/Send.ts"
import type { FlowProblem } from "./FlowProblem.ts"
import { type FlowMessageId, flowMessages } from "./flowMessages.ts"
import { presentSwap } from "./presentSwap.ts"
import { presentWallet } from "./presentWallet.ts"

/** A message of the engine or of the account flows. */
export interface FlowMessage extends Message {
  readonly id: FlowMessageId | EngineMessageId
}

/** The user's next action after a problem of these flows. One each: the primary button, `action.<name>`. */
export type FlowAction =
  | ProblemAction
  | "checkAgain"
  | "changeAmount"
  | "changeRecipient"
  | "chooseToken"
  | "reviewAgain"

/** A problem of these flows as the UI shows it; see `Presentation`. */
export interface FlowPresentation extends Omit<Presentation, "title" | "body" | "action"> {
  readonly title: FlowMessage
  readonly body: FlowMessage
  readonly action: FlowAction
}

/** The operation, if the message depends on it. `look`: the lookup of a transaction. */
export type FlowProblemContext = "balance" | "transactions" | "send" | "sign" | "look"

/** Returns the message, kind and next action for every failure of a connected wallet. */
export const presentFlow = (problem: FlowProblem, during: FlowProblemContext = "send"): FlowPresentation => {
  switch (problem._tag) {
    case "RpcError":
      return transient("rpcFailed", `flow.${during}`, describeReadFailure(problem.reason, during), "tryAgain")
    case "ApiError":
      return presentApi(problem, during)
    case "TransferRejected":
      return presentTransferRefused(problem.reason)
    case "BroadcastError":
      return presentBroadcast(problem)
    case "AmbiguousToken": {
      const { symbol, addresses } = problem
      const body: FlowMessage = {
        id: "flow.ambiguousToken.body",
        values: { symbol, addresses: addresses.join(", ") },
      }
      return blocked("ambiguousToken", "flow.ambiguousToken", body, "chooseToken")
    }
    case "RecipientError":
      return presentRecipient(problem)
    case "SendError":
      return presentSend(problem)
    case "SwapError":
      return presentSwap(problem.reason, presentFlow)
    case "DangerError":
      return blocked("stopped", "flow.danger", "flow.danger.body", "reviewAgain")
    case "ConnectorError":
      return during === "send" ? presentWallet(problem) : presentProblem(problem, "sign")
    case "EngineError":
      return during === "send" ? presentUnsent(problem) : presentProblem(problem, "sign")
    case "FrameError":
    case "OptionsError":
    case "RestoreError":
      return presentProblem(problem, "sign")
  }
}

/** Returns the English text, for a console or a UI without its own messages. */
export const formatFlowEnglish = ({ id, values = {} }: FlowMessage): string =>
  englishMessages[id].replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole))

const englishMessages = { ...engineMessages, ...flowMessages }

type MessageOrId = FlowMessage | FlowMessage["id"]

const toFlowMessage = (words: MessageOrId): FlowMessage => (typeof words === "string" ? { id: words } : words)

const makeFlowPresentation =
  (kind: Presentation["kind"]) =>
  (code: string, title: MessageOrId, body: MessageOrId, action: FlowAction): FlowPresentation => ({
    kind,
    title: toFlowMessage(title),
    body: toFlowMessage(body),
    action,
    code,
    retryable: kind === "transient",
  })

const transient = makeFlowPresentation("transient")
const blocked = makeFlowPresentation("blocked")

/** Failures to send have their own messages on Solana, regardless of the source. */
const presentSend = ({ chain, reason }: SendError): FlowPresentation => {
  const told = presentSendReason(reason)
  const failed = told.title.id === "flow.send" || told.title.id === "flow.refused"
  return chain === "solana" && failed ? { ...told, title: { id: "flow.send.solana" } } : told
}

const presentSendReason = (reason: SendReason): FlowPresentation => {
  switch (reason._tag) {
    case "InvalidAmount":
      return blocked("invalidAmount", "flow.amount", "flow.amount.body", "changeAmount")
    case "Incomplete":
      return blocked("invalidAmount", "flow.amount", "flow.incomplete", "changeAmount")
    case "Insufficient":
      return presentInsufficient(reason.of)
    case "Reverts":
      return presentRevert(reason.text)
    case "Suspicious":
      return blocked("suspicious", "flow.suspicious", "flow.suspicious.body", "chooseToken")
    case "Inscribed":
      return blocked("inscribed", "flow.inscribed", "flow.inscribed.body", "dismiss")
    case "Stopped":
      return blocked("stopped", "flow.stopped", "flow.stopped.body", "reviewAgain")
    case "Duplicate":
      return blocked("twin", "flow.twin", "flow.twin.body", "checkAgain")
    case "Changed":
      return transient("changed", "flow.changed", "flow.changed.body", "reviewAgain")
    case "NotRaised": {
      const { text } = reason
      const said = {
        id: "flow.notRaised.said",
        values: { text: trimFullStop(sanitizeLine(text, 200)) },
      } as const
      return blocked("notRaised", "flow.notRaised", text === "" ? "flow.notRaised.body" : said, "dismiss")
    }
    case "Recipient":
      return presentRecipient(reason.error)
    case "Wallet":
      return presentWallet(reason.error)
    case "Problem":
      return presentFlow(reason.problem, "send")
  }
}

/** Describes the engine's own refusal of a payment: its message, and that nothing was sent. */
const presentUnsent = (error: EngineError): FlowPresentation => {
  const said = presentProblem(error, "sign")
  switch (error.reason._tag) {
    case "NotConnected":
      return { ...said, body: { id: "flow.unsent.notConnected" } }
    case "UnsupportedChain":
      return { ...said, body: { id: "flow.unsent.unsupportedChain" } }
    case "Unknown":
      return { ...said, title: { id: "flow.send" }, body: { id: "flow.unsent.unknown" } }
    case "AdapterNotFound":
    case "Cancelled":
    case "ChainNotSupported":
    case "DisconnectFailed":
    case "NetworkNotFound":
    case "NoNetwork":
    case "PopupBlocked":
    case "SecureSiteNotFound":
    case "SecureSiteTimedOut":
    case "Throttled":
    case "UntrustedOrigin":
    case "WalletConnectNotFound":
      return said
  }
}

/** Returns an external sentence, ready to be followed by another one. */
const trimFullStop = (text: string): string => text.replace(/\.+$/, "")

const presentInsufficient = (of: "token" | "gas") =>
  blocked("insufficientFunds", "flow.insufficient", `flow.insufficient.${of}`, "changeAmount")

const presentRevert = (text: string) =>
  blocked(
    "reverts",
    "flow.reverts",
    text === "" ? "flow.reverts.body" : { id: "flow.reverts.said", values: { text: trimFullStop(text) } },
    "changeAmount",
  )

const presentTransferRefused = (reason: TransferRejected["reason"]): FlowPresentation => {
  switch (reason._tag) {
    case "Reverts":
      return presentRevert(reason.text)
    case "Insufficient":
      return presentInsufficient("gas")
    case "Malformed":
      return blocked("malformedTransaction", "flow.malformed", "flow.malformed.body", "dismiss")
  }
}

const presentRecipient = ({ reason, text: typed }: RecipientError): FlowPresentation => {
  const text = sanitizeLine(typed, 64)
  switch (reason._tag) {
    case "NotAnAddress":
      return blocked("notAnAddress", "flow.notAnAddress", "flow.notAnAddress.body", "changeRecipient")
    case "WrongChecksum":
      return blocked("wrongChecksum", "flow.wrongChecksum", "flow.wrongChecksum.body", "changeRecipient")
    case "OtherChain": {
      const body = { id: "flow.otherChain.body", values: { chain: sanitizeLine(reason.chain, 64) } } as const
      return blocked("otherChain", "flow.otherChain", body, "changeRecipient")
    }
    case "UnknownName": {
      const body = { id: "flow.name.unknown", values: { text } } as const
      return blocked("unknownName", "flow.name", body, "changeRecipient")
    }
    case "NameNotRead":
      return transient("nameNotRead", "flow.name", { id: "flow.name.notRead", values: { text } }, "tryAgain")
  }
}

const presentBroadcast = ({ reason }: BroadcastError): FlowPresentation => {
  switch (reason._tag) {
    case "Refused": {
      if (reason.why === "NonceTooLow")
        return blocked("nonceTooLow", "flow.nonce", "flow.nonce.body", "dismiss")
      const body = { id: "flow.refused.body", values: { text: sanitizeLine(reason.text, 200) } } as const
      return blocked("broadcastRefused", "flow.refused", body, "dismiss")
    }
    case "NotSent":
      return presentFlow(reason.error, "send")
    case "Uncertain":
      return transient("broadcastUncertain", "flow.uncertain", "flow.uncertain.body", "checkAgain")
  }
}

const presentApi = ({ reason }: ApiError, during: FlowProblemContext): FlowPresentation => {
  if (reason._tag !== "Refused")
    return transient("apiFailed", `flow.${during}`, describeReadFailure(reason, during), "tryAgain")
  switch (reason.refusal.reason._tag) {
    case "OriginNotAllowed":
      return blocked("originNotAllowed", "flow.originNotAllowed", "flow.originNotAllowed.body", "dismiss")
    case "TokenNotYetValid":
      return transient("sessionExpired", "flow.sessionExpired", "flow.sessionExpired.body", "tryAgain")
    case "InvalidKey":
      return blocked("invalidKey", "flow.invalidKey", "flow.invalidKey.body", "dismiss")
  }
}

type ReadFailureReason = RpcError["reason"] | Exclude<ApiError["reason"], { readonly _tag: "Refused" }>

/** Describes a failed read: the failure and, before a payment, that nothing was sent. */
const describeReadFailure = (reason: ReadFailureReason, during: FlowProblemContext): FlowMessage => {
  const so = during === "send" ? "unsent" : "read"
  switch (reason._tag) {
    case "Status":
      return { id: `flow.${so}.status`, values: { status: reason.status } }
    case "Answered":
      return { id: `flow.${so}.answered` }
    case "BatchRefused":
    case "BackedOff":
    case "BudgetExhausted":
    case "Unreachable":
      return { id: `flow.${so}.unreachable` }
    case "Malformed":
    case "TooLarge":
      return { id: `flow.${so}.malformed` }
    case "TimedOut":
      return { id: `flow.${so}.timedOut` }
    case "NoEndpoint":
      return { id: `flow.${so}.noEndpoint` }
  }
}
