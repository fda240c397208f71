import type { ApiError } from "@wmodal/api"
import { sanitizeLine, type TransferRejected } from "@wmodal/chains"
import type { BroadcastError, RpcError } from "@wmodal/protocol"
import { presentFunding } from "../funding/presentFunding.ts"
import type { NameError } from "../names/Names.ts"
import {
  presentInsufficient,
  presentRevert,
  presentSend,
  presentSwap,
} from "../operation/presentOperation.ts"
import type { EngineError } from "../problems/EngineError.ts"
import { engineMessages } from "../problems/engineMessages.ts"
import { presentProblem } from "../problems/presentProblem.ts"
import type { RecipientError } from "../recipients/Recipients.ts"
import { blocked, type FlowMessage, type FlowPresentation, transient } from "./FlowPresentation.ts"
import type { FlowProblem } from "./FlowProblem.ts"
import { flowMessages } from "./flowMessages.ts"
import { presentWallet } from "./presentWallet.ts"

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
    case "FundingError":
      return presentFunding(problem.reason)
    case "RecipientError":
      return presentRecipient(problem)
    case "SendError":
      return presentSend(problem, presentFlow)
    case "SwapError":
      return presentSwap(problem.reason, presentFlow)
    case "SiwxError": {
      const { text } = problem
      const body: FlowMessage =
        text === "" ? { id: "flow.siwx.silent" } : { id: "flow.siwx.body", values: { text } }
      return transient("notSignedIn", "flow.siwx", body, "tryAgain")
    }
    case "NameError":
      return presentName(problem)
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
    case "LastNetwork":
    case "OriginRefused":
    case "NetworkNotFound":
    case "NoNetwork":
    case "NotOffered":
    case "PopupBlocked":
    case "SecureSiteNotFound":
    case "SecureSiteTimedOut":
    case "Throttled":
    case "UntrustedOrigin":
    case "WalletConnectNotFound":
      return said
  }
}

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

const nameTitles = {
  suggest: "flow.names.suggest",
  list: "flow.names.list",
  lookup: "flow.name",
  register: "flow.names.register",
} as const

const presentName = ({ during, name: typed, reason }: NameError): FlowPresentation => {
  const name = sanitizeLine(typed, 128)
  const title: FlowMessage = { id: nameTitles[during], values: { name } }
  switch (reason._tag) {
    case "TooShort":
    case "Malformed":
      return blocked(
        "invalidName",
        title,
        { id: `flow.names.${reason._tag === "TooShort" ? "short" : "malformed"}`, values: { name } },
        "changeName",
        "usage",
      )
    case "Taken":
      return blocked("nameTaken", title, { id: "flow.names.taken", values: { name } }, "changeName", "guard")
    case "NoEmbeddedWallet":
      return blocked("noEmbeddedWallet", title, "flow.names.noEmbeddedWallet", "dismiss", "guard")
    case "Unsupported":
      return blocked("namesNotSupported", title, "flow.names.unsupported", "switchNetwork", "usage")
    case "Changed":
      return transient("changed", title, "flow.names.changed", "reviewAgain", "guard")
    case "SignatureRefused":
      return blocked("signatureRefused", title, "flow.names.signature", "dismiss", "guard")
    case "Expired":
      return transient("nameExpired", title, "flow.names.expired", "reviewAgain", "guard")
    case "Failed": {
      const { action, body, code, kind, retryable } = presentFlow(reason.problem, "sign")
      return { title, body, action, code, kind, retryable }
    }
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
