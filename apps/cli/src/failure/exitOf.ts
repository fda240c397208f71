import type { ConnectorReason } from "@wmodal/chains"
import type { EngineReason, OptionsReason, Problem, RestoreReason } from "@wmodal/core"
import type { RpcReason } from "@wmodal/protocol"
import type { CliError, CliReason } from "./CliError.ts"
import type { ExitName } from "./exitCodes.ts"

/** Whatever can end a command. */
export type Failure = Problem | CliError

// Records by tag, so that a new reason does not compile until it has its place here.
type Exits<R extends { readonly _tag: string }> = Readonly<Record<R["_tag"], ExitName>>

const cli: Exits<CliReason> = {
  Usage: "usage",
  Config: "config",
  NotConnected: "notConnected",
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
  Failed: "unexpected",
}

const engine: Exits<EngineReason> = {
  AdapterNotFound: "config",
  DisconnectFailed: "unexpected",
  ChainNotSupported: "config",
  UnsupportedChain: "config",
  NetworkNotFound: "config",
  NoNetwork: "config",
  NotConnected: "notConnected",
  Cancelled: "interrupted",
  Unknown: "unexpected",
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
    case "RestoreError":
      return restore[failure.reason._tag]
    case "OptionsError":
      return options[failure.reason._tag]
    case "RpcError":
      return failure.reason._tag === "Answered" && failure.reason.code === reverted
        ? "reverted"
        : rpc[failure.reason._tag]
  }
}
