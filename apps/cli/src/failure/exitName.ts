import type { ApiReason } from "@wmodal/api"
import type { ConnectorReason, TransferRejected } from "@wmodal/chains"
import type { EngineReason, OptionsReason, RestoreReason } from "@wmodal/core"
import {
  type FlowProblem,
  type FundingError,
  type NameError,
  presentFlow,
  type RecipientError,
  type SendError,
  type SessionError,
  type SwapError,
} from "@wmodal/core/flows"
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
  Unanswered: "network",
  Dropped: "network",
  NotLookedUp: "network",
  ResultUnknown: "network",
  Reverted: "reverted",
  PartlyReverted: "reverted",
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
  NetworkUnchanged: "unexpected",
  Malformed: "unexpected",
  SignedOnChain: "unexpected",
  // The signed transaction differs from the reviewed one and is not sent.
  SignedDifferently: "guard",
  Expired: "timeout",
  Refused: "config",
  Failed: "unexpected",
}

const engineExits: Exits<EngineReason> = {
  AdapterNotFound: "config",
  NotOffered: "config",
  WalletConnectNotFound: "config",
  SecureSiteNotFound: "config",
  SecureSiteTimedOut: "timeout",
  Throttled: "timeout",
  PopupBlocked: "unexpected",
  PopupSeparated: "unexpected",
  UntrustedOrigin: "config",
  DisconnectFailed: "unexpected",
  ChainNotSupported: "config",
  UnsupportedChain: "config",
  NetworkNotFound: "config",
  LastNetwork: "config",
  OriginRefused: "config",
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
  SessionEnded: "notConnected",
  NetworkGone: "notConnected",
  NoAnswer: "timeout",
  Failed: "notConnected",
}

const optionsExits: Exits<OptionsReason> = {
  MissingProjectId: "config",
  NoNetworks: "config",
  DuplicateNetwork: "config",
  TwoSignIns: "config",
  Invalid: "config",
}

const rpcExits: Exits<RpcReason> = {
  Answered: "network",
  Status: "network",
  Unreachable: "network",
  Redirected: "network",
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
  Redirected: "network",
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
  Kept: "guard",
  Malformed: "usage",
  NoFeeRate: "network",
}

const recipientExits: Exits<RecipientError["reason"]> = {
  NotAnAddress: "usage",
  WrongChecksum: "usage",
  OtherChain: "usage",
  Link: "usage",
  UnknownToken: "usage",
  Contradiction: "usage",
  ServerChooses: "usage",
  UnknownName: "usage",
  NameNotRead: "network",
  NamesUnsupported: "usage",
}

const getBroadcastExit = ({ reason }: BroadcastError): ExitName => {
  switch (reason._tag) {
    case "Refused":
      return "unexpected"
    case "NotSent":
      return getExitName(reason.error)
    case "Uncertain":
      return "network"
  }
}

const getOperationExit = (
  error: SendError | SwapError | FundingError | NameError | SessionError,
): ExitName => {
  const { exit } = presentFlow(error)
  if (exit !== undefined) return exit
  const { reason } = error
  const cause = "error" in reason ? reason.error : "problem" in reason ? reason.problem : null
  return cause === null ? "unexpected" : getExitName(cause)
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
    case "DangerError":
    case "RequestTooLong":
      return "guard"
    case "NameError":
    case "SessionError":
      return getOperationExit(failure)
    case "SiwxError":
      return "declined"
    case "SendError":
    case "SwapError":
    case "FundingError":
      return getOperationExit(failure)
  }
}
