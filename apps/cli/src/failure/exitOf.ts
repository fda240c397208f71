import type { ApiReason } from "@wmodal/api"
import type { ConnectorReason, TransferRefused } from "@wmodal/chains"
import type { EngineReason, OptionsReason, RestoreReason } from "@wmodal/core"
import type { FlowProblem, RecipientError, SendReason, SwapReason } from "@wmodal/core/flows"
import type { FrameReason } from "@wmodal/frame-rpc/host"
import type { BroadcastError, RpcReason } from "@wmodal/protocol"
import type { BatchError } from "./BatchError.ts"
import type { CliError, CliReason } from "./CliError.ts"
import type { ExitName } from "./exitCodes.ts"
import type { HalfwayError } from "./HalfwayError.ts"

/** Whatever can go wrong with one thing. */
export type Mishap = FlowProblem | CliError

/** Whatever can end a command. */
export type Failure = Mishap | BatchError | HalfwayError

// Records by tag, so that a new reason does not compile until it has its place here.
type Exits<R extends { readonly _tag: string }> = Readonly<Record<R["_tag"], ExitName>>

const cli: Exits<CliReason> = {
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

const connector: Exits<ConnectorReason> = {
  Declined: "declined",
  AlreadyAsking: "unexpected",
  Locked: "notConnected",
  NotInstalled: "config",
  NotLoaded: "unexpected",
  Unauthorized: "notConnected",
  Unsupported: "unexpected",
  Offline: "network",
  NetworkNotSupported: "config",
  Malformed: "unexpected",
  // What it signed is not what was reviewed: none of it leaves.
  Altered: "guard",
  Expired: "timeout",
  Refused: "config",
  Failed: "unexpected",
}

const engine: Exits<EngineReason> = {
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

/** Of the embedded wallet. */
const frame: Exits<FrameReason> = {
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

const restore: Exits<RestoreReason> = {
  WalletRemoved: "notConnected",
  WalletLocked: "notConnected",
  NetworkGone: "notConnected",
  NoAnswer: "timeout",
  Failed: "notConnected",
}

const options: Exits<OptionsReason> = {
  MissingProjectId: "config",
  NoNetworks: "config",
  DuplicateNetwork: "config",
  Invalid: "config",
}

const rpc: Exits<RpcReason> = {
  Answered: "network",
  Status: "network",
  Unreachable: "network",
  Malformed: "network",
  TooLarge: "network",
  BatchRefused: "network",
  TimedOut: "timeout",
  HeldBack: "network",
  Spent: "network",
  NoEndpoint: "config",
}

const api: Exits<ApiReason> = {
  Status: "network",
  Unreachable: "network",
  TimedOut: "timeout",
  TooLarge: "network",
  Malformed: "network",
  HeldBack: "network",
  Spent: "network",
  NoEndpoint: "config",
  Refused: "config",
}

const refused: Exits<TransferRefused["reason"]> = {
  Reverts: "reverted",
  Insufficient: "insufficientFunds",
  Malformed: "usage",
}

const recipient: Exits<RecipientError["reason"]> = {
  NotAnAddress: "usage",
  WrongChecksum: "usage",
  OtherChain: "usage",
  UnknownName: "usage",
  NameNotRead: "network",
}

const ofBroadcast = ({ reason }: BroadcastError): ExitName => {
  switch (reason._tag) {
    case "Refused":
      // As where another transaction takes the place of one that was sent.
      return reason.why === "NonceTooLow" ? "reverted" : "unexpected"
    case "NotSent":
      return exitOf(reason.error)
    case "Uncertain":
      return "network"
  }
}

const ofSend = (reason: SendReason): ExitName => {
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
    case "Twin":
    case "Changed":
    case "NotRaised":
      return "guard"
    case "Recipient":
      return exitOf(reason.error)
    case "Wallet":
      return exitOf(reason.error)
    case "Problem":
      return exitOf(reason.problem)
  }
}

const ofSwap = (reason: SwapReason): ExitName => {
  switch (reason._tag) {
    case "InvalidAmount":
      return "usage"
    case "Insufficient":
      return "insufficientFunds"
    case "ApprovalFailed":
      return "reverted"
    case "Refused":
      // As where a payment would fail.
      return reason.because === "reverts" ? "reverted" : "guard"
    case "NoQuote":
    case "Stopped":
    case "Stale":
    case "Twin":
    case "Changed":
      return "guard"
    case "Unsupported":
      return "usage"
    case "Wallet":
      return exitOf(reason.error)
    case "Failed":
      return exitOf(reason.problem)
  }
}

/** `execution reverted`, with which nodes answer. */
const reverted = 3

/** How the process ends after this failure. */
export const exitOf = (failure: Failure): ExitName => {
  switch (failure._tag) {
    case "CliError":
      return cli[failure.reason._tag]
    case "ConnectorError":
      return connector[failure.reason._tag]
    case "EngineError":
      return engine[failure.reason._tag]
    case "FrameError":
      return frame[failure.reason._tag]
    case "RestoreError":
      return restore[failure.reason._tag]
    case "OptionsError":
      return options[failure.reason._tag]
    case "RpcError":
      return failure.reason._tag === "Answered" && failure.reason.code === reverted
        ? "reverted"
        : rpc[failure.reason._tag]
    case "BatchError":
    case "HalfwayError":
      return exitOf(failure.mishap)
    case "AmbiguousToken":
      return "usage"
    case "ApiError":
      return api[failure.reason._tag]
    case "TransferRefused":
      return refused[failure.reason._tag]
    case "RecipientError":
      return recipient[failure.reason._tag]
    case "BroadcastError":
      return ofBroadcast(failure)
    case "SwapError":
      return ofSwap(failure.reason)
    case "DangerError":
      return "guard"
    case "SendError":
      return ofSend(failure.reason)
  }
}
