import type { ApiReason } from "@wmodal/api"
import type { ConnectorReason, TransferRejected } from "@wmodal/chains"
import type { EngineReason, OptionsReason, RestoreReason } from "@wmodal/core"
import type { FlowProblem, RecipientError, SendReason, SwapReason } from "@wmodal/core/flows"
import type { FrameReason } from "@wmodal/frame-rpc/host"
import type { BroadcastError, RpcReason } from "@wmodal/protocol"
import type { BatchError } from "./BatchError.ts"
import type { CliError, CliReason } from "./CliError.ts"
import type { ExitName } from "./exitCodes.ts"
import type { PartialSwapError } from "./PartialSwapError.ts"

/** A failure of one item of a command. */
export type ItemError = FlowProblem | CliError

/** A failure of a command. */
export type Failure = ItemError | BatchError | PartialSwapError

// Records by tag make a new reason a compile error until it is mapped.
type Exits<R extends { readonly _tag: string }> = Readonly<Record<R["_tag"], ExitName>>

const cliExits: Exits<CliReason> = {
  Usage: "usage",
  Config: "config",
  NotConnected: "notConnected",
  SessionEnded: "notConnected",
  NoRelay: "network",
  NoSite: "network",
  NoCode: "timeout",
  Busy: "timeout",
  Guard: "guard",
  WaitedTooLong: "timeout",
  Lost: "network",
  Reverted: "reverted",
  Replaced: "reverted",
  Cancelled: "declined",
  Expired: "reverted",
}

const connectorExits: Exits<ConnectorReason> = {
  Declined: "declined",
  RequestPending: "unexpected",
  Locked: "notConnected",
  NotInstalled: "config",
  ChunkLoadFailed: "unexpected",
  Unauthorized: "notConnected",
  Unsupported: "unexpected",
  Offline: "network",
  NetworkNotSupported: "config",
  Malformed: "unexpected",
  // The signed transaction differs from the reviewed one and is not sent.
  SignedDifferently: "guard",
  Expired: "timeout",
  Refused: "config",
  Failed: "unexpected",
}

const engineExits: Exits<EngineReason> = {
  AdapterNotFound: "config",
  WalletConnectNotFound: "config",
  SecureSiteNotFound: "config",
  SecureSiteTimedOut: "timeout",
  Throttled: "timeout",
  PopupBlocked: "unexpected",
  UntrustedOrigin: "config",
  DisconnectFailed: "unexpected",
  ChainNotSupported: "config",
  UnsupportedChain: "config",
  NetworkNotFound: "config",
  NoNetwork: "config",
  NotConnected: "notConnected",
  Cancelled: "interrupted",
  Unknown: "unexpected",
}

/** The exits of embedded wallet failures. */
const frameExits: Exits<FrameReason> = {
  Said: "declined",
  Aborted: "interrupted",
  TimedOut: "timeout",
  NotLoaded: "network",
  NoFrame: "network",
  Gone: "network",
  Locked: "notConnected",
  NotAllowed: "unexpected",
  Invalid: "unexpected",
  Malformed: "unexpected",
}

const restoreExits: Exits<RestoreReason> = {
  WalletRemoved: "notConnected",
  WalletLocked: "notConnected",
  NetworkGone: "notConnected",
  NoAnswer: "timeout",
  Failed: "notConnected",
}

const optionsExits: Exits<OptionsReason> = {
  MissingProjectId: "config",
  NoNetworks: "config",
  DuplicateNetwork: "config",
  Invalid: "config",
}

const rpcExits: Exits<RpcReason> = {
  Answered: "network",
  Status: "network",
  Unreachable: "network",
  Malformed: "network",
  TooLarge: "network",
  BatchRefused: "network",
  TimedOut: "timeout",
  BackedOff: "network",
  BudgetExhausted: "network",
  NoEndpoint: "config",
}

const apiExits: Exits<ApiReason> = {
  Status: "network",
  Unreachable: "network",
  TimedOut: "timeout",
  TooLarge: "network",
  Malformed: "network",
  BackedOff: "network",
  BudgetExhausted: "network",
  NoEndpoint: "config",
  Refused: "config",
}

const transferRefusedExits: Exits<TransferRejected["reason"]> = {
  Reverts: "reverted",
  Insufficient: "insufficientFunds",
  Malformed: "usage",
}

const recipientExits: Exits<RecipientError["reason"]> = {
  NotAnAddress: "usage",
  WrongChecksum: "usage",
  OtherChain: "usage",
  UnknownName: "usage",
  NameNotRead: "network",
}

const getBroadcastExit = ({ reason }: BroadcastError): ExitName => {
  switch (reason._tag) {
    case "Refused":
      // The same exit as for a replaced transaction.
      return reason.why === "NonceTooLow" ? "reverted" : "unexpected"
    case "NotSent":
      return getExitName(reason.error)
    case "Uncertain":
      return "network"
  }
}

const getSendExit = (reason: SendReason): ExitName => {
  switch (reason._tag) {
    case "InvalidAmount":
    case "Incomplete":
      return "usage"
    case "Insufficient":
      return "insufficientFunds"
    case "Reverts":
      return "reverted"
    case "Suspicious":
    case "Inscribed":
    case "Stopped":
    case "Duplicate":
    case "Changed":
    case "NotRaised":
      return "guard"
    case "Recipient":
      return getExitName(reason.error)
    case "Wallet":
      return getExitName(reason.error)
    case "Problem":
      return getExitName(reason.problem)
  }
}

const getSwapExit = (reason: SwapReason): ExitName => {
  switch (reason._tag) {
    case "InvalidAmount":
      return "usage"
    case "Insufficient":
      return "insufficientFunds"
    case "ApprovalFailed":
      return "reverted"
    case "Refused":
      // The same exit as for a payment that would fail.
      return reason.because === "reverts" ? "reverted" : "guard"
    case "NoQuote":
    case "Stopped":
    case "Stale":
    case "Duplicate":
    case "Changed":
      return "guard"
    case "Unsupported":
      return "usage"
    case "Wallet":
      return getExitName(reason.error)
    case "Failed":
      return getExitName(reason.problem)
  }
}

/** The code of `execution reverted` in responses of nodes. */
const revertedRpcCode = 3

/** Returns the exit name of a failure. */
export const getExitName = (failure: Failure): ExitName => {
  switch (failure._tag) {
    case "CliError":
      return cliExits[failure.reason._tag]
    case "ConnectorError":
      return connectorExits[failure.reason._tag]
    case "EngineError":
      return engineExits[failure.reason._tag]
    case "FrameError":
      return frameExits[failure.reason._tag]
    case "RestoreError":
      return restoreExits[failure.reason._tag]
    case "OptionsError":
      return optionsExits[failure.reason._tag]
    case "RpcError":
      return failure.reason._tag === "Answered" && failure.reason.code === revertedRpcCode
        ? "reverted"
        : rpcExits[failure.reason._tag]
    case "BatchError":
    case "PartialSwapError":
      return getExitName(failure.itemError)
    case "AmbiguousToken":
      return "usage"
    case "ApiError":
      return apiExits[failure.reason._tag]
    case "TransferRejected":
      return transferRefusedExits[failure.reason._tag]
    case "RecipientError":
      return recipientExits[failure.reason._tag]
    case "BroadcastError":
      return getBroadcastExit(failure)
    case "SwapError":
      return getSwapExit(failure.reason)
    case "DangerError":
      return "guard"
    case "SendError":
      return getSendExit(failure.reason)
  }
}
