import type { ConnectorReason, RelayRejection } from "@wmodal/chains"
import { frameId } from "@wmodal/chains/frame"
import type { FrameReason } from "@wmodal/frame-rpc/host"
import type { RpcReason } from "@wmodal/protocol"
import type { OptionsReason } from "../options/OptionsError.ts"
import type { EngineReason } from "./EngineError.ts"
import { type EngineMessageId, engineMessages } from "./engineMessages.ts"
import type { Problem } from "./Problem.ts"
import type { RestoreReason } from "./RestoreError.ts"

/**
 * A text by its id, with the values to fill in. The engine's own ids are in `engineMessages`; the UI may have more.
 */
export interface Message {
  readonly id: string
  readonly values?: Readonly<Record<string, string | number>>
}

/** A text of the engine. */
export interface EngineMessage extends Message {
  readonly id: EngineMessageId
}

/** An action that the user can take on a problem. Each problem has one: the primary button. */
export type ProblemAction =
  | "tryAgain"
  | "connectAgain"
  | "chooseOther"
  | "install"
  | "unlock"
  | "switchNetwork"
  | "openWallet"
  | "dismiss"

/** A problem as the UI shows it. */
export interface Presentation {
  /** `transient`: trying again may help. `blocked`: the user, or the site's owner, must act first. */
  readonly kind: "transient" | "blocked"
  readonly title: EngineMessage
  readonly body: EngineMessage
  readonly action: ProblemAction
  /** Stable between versions, for scripts: `declined`, `walletRemoved`, ... */
  readonly code: string
  readonly retryable: boolean
}

/** The action that failed, where the text depends on it. */
export type ProblemContext = "connect" | "sign" | "switch"

/** Returns the texts, kind and next action of a problem. */
export const presentProblem = (problem: Problem, during: ProblemContext = "connect"): Presentation => {
  switch (problem._tag) {
    case "ConnectorError":
      return problem.connectorId === frameId && problem.reason._tag === "Locked"
        ? sessionLocked
        : presentConnector(problem.reason, during)
    case "EngineError":
      return presentEngine(problem.reason)
    case "RestoreError":
      return problem.connectorId === frameId && problem.reason._tag === "WalletLocked"
        ? sessionLocked
        : presentRestore(problem.reason, problem.walletName)
    case "OptionsError":
      return presentOptions(problem.reason)
    case "RpcError":
      return transient("rpcFailed", "problem.balance", describeRpcReason(problem.reason), "tryAgain")
    case "FrameError":
      return presentFrame(problem.reason)
  }
}

type MessageValues = NonNullable<Message["values"]>

const makeMessage = (id: EngineMessageId, values?: MessageValues): EngineMessage =>
  values === undefined ? { id } : { id, values }

const makePresentation =
  (kind: Presentation["kind"]) =>
  (
    code: string,
    title: EngineMessageId | EngineMessage,
    body: EngineMessageId | EngineMessage,
    action: ProblemAction,
  ): Presentation => ({
    kind,
    title: typeof title === "string" ? { id: title } : title,
    body: typeof body === "string" ? { id: body } : body,
    action,
    code,
    retryable: kind === "transient",
  })

const transient = makePresentation("transient")
const blocked = makePresentation("blocked")

const presentConnector = (reason: ConnectorReason, during: ProblemContext): Presentation => {
  switch (reason._tag) {
    case "Declined":
      return transient(
        "declined",
        `problem.declined.${during}`,
        `problem.declined.${during}.body`,
        "tryAgain",
      )
    case "RequestPending":
      return transient("alreadyAsking", "problem.alreadyAsking", "problem.alreadyAsking.body", "openWallet")
    case "Locked":
      return blocked("walletLocked", "problem.locked", "problem.locked.body", "unlock")
    case "NotInstalled":
      return blocked("notInstalled", "problem.notInstalled", "problem.notInstalled.body", "install")
    case "ChunkLoadFailed":
      return transient("notLoaded", "problem.notLoaded", "problem.notLoaded.body", "tryAgain")
    case "Unauthorized":
      return blocked("unauthorized", "problem.unauthorized", "problem.unauthorized.body", "connectAgain")
    case "Unsupported": {
      // A wallet that lacks methods refuses the whole proposal: its name says nothing to a user.
      const body =
        reason.method === "wc_sessionPropose"
          ? makeMessage("problem.unsupported.proposal")
          : makeMessage("problem.unsupported.body", { method: reason.method })
      return blocked("unsupportedMethod", "problem.unsupported", body, "chooseOther")
    }
    case "Offline":
      return transient("walletOffline", "problem.offline", "problem.offline.body", "tryAgain")
    case "NetworkNotSupported":
      return presentUnsupportedChain(reason.network)
    case "NetworkUnchanged": {
      const body = makeMessage("problem.networkUnchanged.body", { network: reason.network })
      return transient("networkUnchanged", "problem.networkUnchanged", body, "tryAgain")
    }
    case "Malformed":
      return transient("walletMalformed", "problem.malformed", "problem.malformed.body", "tryAgain")
    case "SignedOnChain":
      return blocked("signedOnChain", "problem.signedOnChain", "problem.signedOnChain.body", "dismiss")
    case "SignedDifferently":
      return blocked("walletAltered", "problem.altered", "problem.altered.body", "chooseOther")
    case "Expired":
      return transient("expired", "problem.expired", "problem.expired.body", "tryAgain")
    case "Refused":
      return relayRefusals[reason.refusal]
    case "Failed": {
      if (reason.text === "")
        return transient("walletFailed", "problem.unknown", "problem.walletFailed.silent", "tryAgain")
      const body = makeMessage("problem.walletFailed.body", { text: reason.text })
      if (isDataRefusal(reason)) return blocked("walletFailed", "problem.walletFailed", body, "dismiss")
      return transient("walletFailed", "problem.walletFailed", body, "tryAgain")
    }
  }
}

/**
 * Returns whether a wallet refuses what it was given, as it would again: an invalid request, or invalid parameters.
 * Source: JSON-RPC 2.0.
 */
export const isDataRefusal = ({ code }: { readonly code: number | null }): boolean =>
  code === -32600 || code === -32602

/** The rejections of a relay, in the well-known words. */
const relayRefusals: Readonly<Record<RelayRejection, Presentation>> = {
  origin: blocked("originNotAllowed", "problem.invalidOption", "problem.refused.origin.body", "dismiss"),
  time: blocked("wrongTime", "problem.refused.time", "problem.refused.time.body", "connectAgain"),
  projectId: blocked(
    "invalidProjectId",
    "problem.invalidProjectId",
    "problem.refused.projectId.body",
    "dismiss",
  ),
}

const presentUnsupportedChain = (network: string) =>
  blocked(
    "chainNotSupported",
    "problem.chainNotSupported",
    makeMessage("problem.chainNotSupported.body", { network }),
    "switchNetwork",
  )

const presentEngine = (reason: EngineReason): Presentation => {
  switch (reason._tag) {
    case "AdapterNotFound": {
      const body = makeMessage("problem.adapterNotFound.body", { what: reason.what })
      return blocked("adapterNotFound", "problem.adapterNotFound", body, "chooseOther")
    }
    case "NotOffered":
      return blocked("notOffered", "problem.notOffered", "problem.notOffered.body", "dismiss")
    case "WalletConnectNotFound":
      return blocked(
        "walletConnectNotFound",
        "problem.walletConnectNotFound",
        "problem.walletConnectNotFound.body",
        "chooseOther",
      )
    case "SecureSiteNotFound":
      return blocked(
        "secureSiteNotFound",
        "problem.secureSiteNotFound",
        "problem.secureSiteNotFound.body",
        "chooseOther",
      )
    case "Throttled": {
      const title = makeMessage("problem.throttled", { seconds: reason.seconds })
      return transient("throttled", title, "problem.throttled.body", "dismiss")
    }
    case "PopupBlocked":
      return transient("popupBlocked", "problem.popupBlocked", "problem.popupBlocked.body", "tryAgain")
    case "PopupSeparated":
      return transient("popupSeparated", "problem.popupSeparated", "problem.popupSeparated.body", "tryAgain")
    case "UntrustedOrigin":
      return transient(
        "untrustedOrigin",
        "problem.untrustedOrigin",
        "problem.untrustedOrigin.body",
        "tryAgain",
      )
    case "SecureSiteTimedOut":
      return blocked(
        "secureSiteTimedOut",
        "problem.invalidOption",
        `problem.secureSiteTimedOut.${reason.what}`,
        "dismiss",
      )
    case "DisconnectFailed":
      return blocked(
        "disconnectFailed",
        "problem.disconnectFailed",
        "problem.disconnectFailed.body",
        "dismiss",
      )
    case "ChainNotSupported":
      return presentUnsupportedChain(reason.network)
    case "UnsupportedChain":
      return blocked(
        "unsupportedChain",
        "problem.unsupportedChain",
        "problem.unsupportedChain.body",
        "switchNetwork",
      )
    case "NetworkNotFound": {
      const body = makeMessage("problem.networkNotFound.body", { network: reason.network })
      return blocked("networkNotFound", "problem.networkNotFound", body, "dismiss")
    }
    case "OriginRefused":
      return relayRefusals.origin
    case "LastNetwork": {
      const body = makeMessage("problem.lastNetwork.body", { network: reason.network })
      return blocked("lastNetwork", "problem.lastNetwork", body, "dismiss")
    }
    case "NoNetwork": {
      const body = makeMessage("problem.noNetwork.body", { namespace: reason.namespace })
      return blocked("noNetwork", "problem.noNetwork", body, "dismiss")
    }
    case "NotConnected":
      return blocked("notConnected", "problem.notConnected", "problem.notConnected.body", "connectAgain")
    case "Cancelled":
      return transient("cancelled", "problem.cancelled", "problem.cancelled.body", "tryAgain")
    case "Unknown":
      return transient("unknown", "problem.unknown", "problem.unknown.body", "tryAgain")
  }
}

/** The titles are fixed texts of the protocol. */
const presentFrame = (reason: FrameReason): Presentation => {
  switch (reason._tag) {
    case "Said": {
      const title = makeMessage("problem.frame.said", { text: reason.text })
      return transient("frameSaid", title, "problem.frame.said.body", "tryAgain")
    }
    case "Aborted": {
      const title = makeMessage("problem.frame.said", { text: reason.text })
      return transient("frameAborted", title, "problem.frame.aborted", "tryAgain")
    }
    case "TimedOut":
      return transient("frameTimedOut", "problem.frame.wrong", "problem.frame.timedOut", "tryAgain")
    case "Gone":
      return transient("frameGone", "problem.frame.wrong", "problem.frame.gone", "tryAgain")
    case "NotLoaded":
      return transient(
        "frameNotLoaded",
        "problem.frame.notLoaded",
        "problem.frame.notLoaded.body",
        "tryAgain",
      )
    case "NoFrame":
      return blocked("noFrame", "problem.frame.none", "problem.frame.none.body", "chooseOther")
    case "Locked":
      return sessionLocked
    case "NotAllowed": {
      const body = makeMessage("problem.frame.notAllowed.body", { method: reason.method })
      return blocked("notAllowed", "problem.frame.notAllowed", body, "dismiss")
    }
    case "Invalid":
    case "Malformed":
      return transient("frameMalformed", "problem.frame.error", "problem.frame.nothing", "tryAgain")
  }
}

const sessionLocked = blocked(
  "sessionLocked",
  "problem.frame.locked",
  "problem.frame.locked.body",
  "connectAgain",
)

const presentRestore = (reason: RestoreReason, wallet: string): Presentation => {
  switch (reason._tag) {
    case "WalletRemoved": {
      const title = makeMessage("problem.walletRemoved", { wallet })
      return blocked("walletRemoved", title, "problem.walletRemoved.body", "install")
    }
    case "WalletLocked": {
      const title = makeMessage("problem.walletLocked", { wallet })
      return blocked("walletLocked", title, "problem.walletLocked.body", "unlock")
    }
    case "SessionEnded": {
      const title = makeMessage("problem.sessionEnded", { wallet })
      return blocked("sessionEnded", title, "problem.sessionEnded.body", "connectAgain")
    }
    case "NetworkGone": {
      const body = makeMessage("problem.networkGone.body", { network: reason.network })
      return blocked("networkGone", "problem.networkGone", body, "connectAgain")
    }
    case "NoAnswer": {
      const title = makeMessage("problem.noAnswer", { wallet })
      return transient("noAnswer", title, "problem.noAnswer.body", "connectAgain")
    }
    case "Failed": {
      const title = makeMessage("problem.restoreFailed", { wallet })
      return transient("restoreFailed", title, "problem.restoreFailed.body", "connectAgain")
    }
  }
}

const presentOptions = (reason: OptionsReason): Presentation => {
  switch (reason._tag) {
    case "MissingProjectId":
      return blocked(
        "missingProjectId",
        "problem.missingProjectId",
        "problem.missingProjectId.body",
        "dismiss",
      )
    case "TwoSignIns":
      return blocked("twoSignIns", "problem.twoSignIns", "problem.twoSignIns.body", "dismiss")
    case "NoNetworks":
      return blocked("noNetworks", "problem.noNetworks", "problem.noNetworks.body", "dismiss")
    case "DuplicateNetwork": {
      const body = makeMessage("problem.duplicateNetwork.body", { network: reason.network })
      return blocked("duplicateNetwork", "problem.duplicateNetwork", body, "dismiss")
    }
    case "Invalid": {
      const title = reason.path === "projectId" ? "problem.invalidProjectId" : "problem.invalidOption"
      const body =
        reason.path === "walletConnect"
          ? makeMessage("problem.noWalletConnect.body")
          : makeMessage("problem.invalidOption.body", { path: reason.path, detail: reason.detail })
      return blocked("invalidOption", title, body, "dismiss")
    }
  }
}

const describeRpcReason = (reason: RpcReason): EngineMessage => {
  switch (reason._tag) {
    case "Answered":
      return makeMessage("problem.rpc.answered")
    case "Status":
      return makeMessage("problem.rpc.status", { status: reason.status })
    case "BatchRefused":
    case "BackedOff":
    case "BudgetExhausted":
    case "Unreachable":
      return makeMessage("problem.rpc.unreachable")
    case "Redirected":
      return makeMessage("problem.rpc.redirected")
    case "Malformed":
    case "TooLarge":
      return makeMessage("problem.rpc.malformed")
    case "TimedOut":
      return makeMessage("problem.rpc.timedOut")
    case "NoEndpoint":
      return makeMessage("problem.rpc.noEndpoint")
  }
}

/** Returns the English text, for a console or a UI without messages of its own. */
export const formatEnglish = ({ id, values = {} }: EngineMessage): string =>
  engineMessages[id].replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole))
