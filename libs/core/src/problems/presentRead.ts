import type { ApiError } from "@wmodal/api"
import { sanitizeLine, type TransferRejected } from "@wmodal/chains"
import type { BroadcastError, RpcError } from "@wmodal/protocol"
import type { EngineError } from "./EngineError.ts"
import {
  blocked,
  type FlowMessage,
  type FlowPresentation,
  transient,
  trimFullStop,
} from "./FlowPresentation.ts"
import { isForbidden } from "./getReadReason.ts"
import { presentProblem } from "./presentProblem.ts"
import { presentWallet } from "./presentWallet.ts"
import type { ReadProblem } from "./ReadProblem.ts"

/** The operation, if the message depends on it. `look`: the lookup of a transaction. */
export type FlowProblemContext = "balance" | "transactions" | "buy" | "send" | "sign" | "look"

/** Returns the message, kind and next action for every failure of a node, a server or a wallet. */
export const presentRead = (problem: ReadProblem, during: FlowProblemContext = "send"): FlowPresentation => {
  switch (problem._tag) {
    case "RpcError":
      return presentReadFailure("rpcFailed", problem.reason, during)
    case "ApiError":
      return presentApi(problem, during)
    case "TransferRejected":
      return presentTransferRefused(problem.reason)
    case "BroadcastError":
      return presentBroadcast(problem)
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
    case "PopupSeparated":
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
      return presentInsufficient(reason.of ?? "gas")
    case "Kept":
      return presentKept(reason.amount)
    case "Malformed":
      return blocked("malformedTransaction", "flow.malformed", "flow.malformed.body", "dismiss")
    case "NoFeeRate":
      return transient("noFeeRate", "flow.noFeeRate", "flow.noFeeRate.body", "tryAgain")
  }
}

const presentBroadcast = ({ reason }: BroadcastError): FlowPresentation => {
  switch (reason._tag) {
    case "Refused": {
      const body = {
        id: "flow.refused.body",
        values: { text: trimFullStop(sanitizeLine(reason.text, 200)) },
      } as const
      return blocked("broadcastRefused", "flow.refused", body, "dismiss")
    }
    case "NotSent":
      return presentRead(reason.error, "send")
    case "Uncertain":
      return transient("broadcastUncertain", "flow.uncertain", "flow.uncertain.body", "checkAgain")
  }
}

const presentApi = ({ reason }: ApiError, during: FlowProblemContext): FlowPresentation => {
  if (reason._tag !== "Refused") return presentReadFailure("apiFailed", reason, during)
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

const presentReadFailure = (code: string, reason: ReadFailureReason, during: FlowProblemContext) => {
  const body = describeReadFailure(reason, during)
  // A caller that is not accepted is not accepted by another try.
  return reason._tag === "Status" && isForbidden(reason.status)
    ? blocked(code, `flow.${during}`, body, "dismiss")
    : transient(code, `flow.${during}`, body, "tryAgain")
}

/** Describes a failed read: the failure and, before a payment, that nothing was sent. */
const describeReadFailure = (reason: ReadFailureReason, during: FlowProblemContext): FlowMessage => {
  const so = during === "send" ? "unsent" : "read"
  switch (reason._tag) {
    case "Status": {
      const kind = isForbidden(reason.status) ? "forbidden" : "status"
      return { id: `flow.${so}.${kind}`, values: { status: reason.status } }
    }
    case "Answered":
      return { id: `flow.${so}.answered` }
    case "BatchRefused":
    case "BackedOff":
    case "BudgetExhausted":
    case "Unreachable":
      return { id: `flow.${so}.unreachable` }
    case "Redirected":
      return { id: `flow.${so}.redirected` }
    case "Malformed":
    case "TooLarge":
      return { id: `flow.${so}.malformed` }
    case "TimedOut":
      return { id: `flow.${so}.timedOut` }
    case "NoEndpoint":
      return { id: `flow.${so}.noEndpoint` }
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

/** Describes coins that a payment does not spend; `amount` in satoshis. */
export const presentKept = (amount: bigint): FlowPresentation =>
  blocked(
    "inscribed",
    "flow.kept",
    { id: "flow.kept.body", values: { amount: `${amount}` } },
    "changeAmount",
    "guard",
  )

export const presentRevert = (text: string): FlowPresentation =>
  blocked(
    "reverts",
    "flow.reverts",
    text === "" ? "flow.reverts.body" : { id: "flow.reverts.said", values: { text: trimFullStop(text) } },
    "changeAmount",
    "reverted",
  )
