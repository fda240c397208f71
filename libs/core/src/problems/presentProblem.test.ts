import { ConnectorError } from "@wmodal/chains"
import { frameId } from "@wmodal/chains/frame"
import { FrameError } from "@wmodal/frame-rpc/host"
import { RpcError } from "@wmodal/protocol"
import { describe, expect, it } from "vitest"
import { OptionsError } from "../options/OptionsError.ts"
import { EngineError } from "./EngineError.ts"
import type { Problem } from "./Problem.ts"
import { formatEnglish, type ProblemContext, presentProblem } from "./presentProblem.ts"
import { RestoreError } from "./RestoreError.ts"

const wallet = (reason: ConnectorError["reason"]) => new ConnectorError({ connectorId: "w", reason })
const frame = (reason: FrameError["reason"]) => new FrameError({ reason })
const engine = (reason: EngineError["reason"]) => new EngineError({ reason })
const restore = (reason: RestoreError["reason"]) =>
  new RestoreError({ connectorId: "w", walletName: "Fox", reason })
const options = (reason: OptionsError["reason"]) => new OptionsError({ reason })
const rpc = (reason: RpcError["reason"]) => new RpcError({ method: "eth_getBalance", host: "h", reason })

const cases: readonly (readonly [Problem, title: string, code: string, during?: ProblemContext])[] = [
  [wallet({ _tag: "Declined" }), "Connection declined", "declined"],
  [wallet({ _tag: "Declined" }), "Signature declined", "declined", "sign"],
  [wallet({ _tag: "Declined" }), "Switch declined", "declined", "switch"],
  [wallet({ _tag: "RequestPending" }), "Your wallet is waiting", "alreadyAsking"],
  [wallet({ _tag: "Locked" }), "Wallet locked", "walletLocked"],
  [wallet({ _tag: "NotInstalled" }), "Wallet not found", "notInstalled"],
  [wallet({ _tag: "ChunkLoadFailed" }), "Something did not load", "notLoaded"],
  [wallet({ _tag: "Unauthorized" }), "Not authorized by your wallet", "unauthorized"],
  [wallet({ _tag: "Unsupported", method: "x" }), "Not supported by your wallet", "unsupportedMethod"],
  [wallet({ _tag: "Offline" }), "Your wallet is offline", "walletOffline"],
  [wallet({ _tag: "NetworkNotSupported", network: "Base" }), "Chain is not supported", "chainNotSupported"],
  [wallet({ _tag: "NetworkUnchanged", network: "Base" }), "Network not switched", "networkUnchanged"],
  [wallet({ _tag: "Malformed", what: "x" }), "Your wallet returned an invalid response", "walletMalformed"],
  [wallet({ _tag: "SignedOnChain" }), "Your account signed on the chain", "signedOnChain"],
  [wallet({ _tag: "SignedDifferently" }), "Your wallet signed a different transaction", "walletAltered"],
  [wallet({ _tag: "Expired" }), "Request expired", "expired"],
  [wallet({ _tag: "Refused", refusal: "origin" }), "Invalid App Configuration", "originNotAllowed"],
  [wallet({ _tag: "Refused", refusal: "time" }), "Session Expired", "wrongTime"],
  [wallet({ _tag: "Refused", refusal: "projectId" }), "Invalid Project ID", "invalidProjectId"],
  [wallet({ _tag: "Failed", code: -32603, text: "" }), "Unknown error", "walletFailed"],
  [wallet({ _tag: "Failed", code: 1, text: "no" }), "Wallet error", "walletFailed"],
  [
    new ConnectorError({ connectorId: frameId, reason: { _tag: "Locked" } }),
    "Session locked",
    "sessionLocked",
  ],
  [
    new RestoreError({ connectorId: frameId, walletName: "a@b.example", reason: { _tag: "WalletLocked" } }),
    "Session locked",
    "sessionLocked",
  ],
  [frame({ _tag: "Said", text: "Invalid code" }), "Invalid code", "frameSaid"],
  [frame({ _tag: "Said", text: "An error occurred" }), "An error occurred", "frameSaid"],
  [
    frame({ _tag: "Aborted", text: "Request was aborted", reached: true }),
    "Request was aborted",
    "frameAborted",
  ],
  [frame({ _tag: "TimedOut" }), "Something went wrong", "frameTimedOut"],
  [frame({ _tag: "Gone" }), "Something went wrong", "frameGone"],
  [frame({ _tag: "NotLoaded" }), "Unable to load email login dependency", "frameNotLoaded"],
  [frame({ _tag: "NoFrame" }), "W3mFrame: iframe is not set", "noFrame"],
  [frame({ _tag: "Locked" }), "Session locked", "sessionLocked"],
  [frame({ _tag: "NotAllowed", method: "x" }), "Requested RPC call is not allowed", "notAllowed"],
  [frame({ _tag: "Invalid", what: "x" }), "An error occurred", "frameMalformed"],
  [frame({ _tag: "Malformed", what: "x" }), "An error occurred", "frameMalformed"],
  [engine({ _tag: "SecureSiteNotFound" }), "Email sign-in is not set up", "secureSiteNotFound"],
  [engine({ _tag: "Throttled", seconds: 7 }), "Please try again after 7 seconds", "throttled"],
  [engine({ _tag: "PopupBlocked" }), "Pop-up blocked", "popupBlocked"],
  [engine({ _tag: "UntrustedOrigin" }), "Untrusted Origin", "untrustedOrigin"],
  [
    engine({ _tag: "SecureSiteTimedOut", what: "socials" }),
    "Invalid App Configuration",
    "secureSiteTimedOut",
  ],
  [engine({ _tag: "SecureSiteTimedOut", what: "load" }), "Invalid App Configuration", "secureSiteTimedOut"],
  [engine({ _tag: "AdapterNotFound", what: "x" }), "Adapter not found", "adapterNotFound"],
  [engine({ _tag: "WalletConnectNotFound" }), "WalletConnectConnector not found", "walletConnectNotFound"],
  [engine({ _tag: "DisconnectFailed" }), "Failed to disconnect", "disconnectFailed"],
  [engine({ _tag: "ChainNotSupported", network: "Base" }), "Chain is not supported", "chainNotSupported"],
  [engine({ _tag: "UnsupportedChain", network: "eip155:9" }), "Unsupported chain", "unsupportedChain"],
  [engine({ _tag: "NetworkNotFound", network: "eip155:9" }), "Network Not Found", "networkNotFound"],
  [
    engine({ _tag: "LastNetwork", network: "Ethereum" }),
    "Cannot remove last network for a namespace",
    "lastNetwork",
  ],
  [engine({ _tag: "NoNetwork", namespace: "solana" }), "CaipNetwork is undefined", "noNetwork"],
  [engine({ _tag: "NotConnected" }), "CaipNetwork or CaipAddress is undefined", "notConnected"],
  [engine({ _tag: "Cancelled" }), "Cancelled", "cancelled"],
  [engine({ _tag: "Unknown", detail: "x" }), "Unknown error", "unknown"],
  [restore({ _tag: "WalletRemoved" }), "Fox was removed", "walletRemoved"],
  [restore({ _tag: "WalletLocked" }), "Fox is locked", "walletLocked"],
  [restore({ _tag: "SessionEnded" }), "Your session with Fox has ended", "sessionEnded"],
  [restore({ _tag: "NetworkGone", network: "eip155:5" }), "Network no longer offered", "networkGone"],
  [restore({ _tag: "NoAnswer" }), "Fox did not respond", "noAnswer"],
  [restore({ _tag: "Failed", detail: "x" }), "Could not reconnect Fox", "restoreFailed"],
  [options({ _tag: "MissingProjectId" }), "Project ID Not Configured", "missingProjectId"],
  [options({ _tag: "NoNetworks" }), "Network Not Found", "noNetworks"],
  [options({ _tag: "DuplicateNetwork", network: "eip155:1" }), "Duplicate network", "duplicateNetwork"],
  [options({ _tag: "Invalid", path: "projectId", detail: "x" }), "Invalid Project ID", "invalidOption"],
  [options({ _tag: "Invalid", path: "theme", detail: "x" }), "Invalid App Configuration", "invalidOption"],
  [
    options({ _tag: "Invalid", path: "walletConnect", detail: "" }),
    "Invalid App Configuration",
    "invalidOption",
  ],
  [rpc({ _tag: "Answered", code: -32000, text: "x" }), "Token Balance Unavailable", "rpcFailed"],
  [rpc({ _tag: "NoEndpoint" }), "Token Balance Unavailable", "rpcFailed"],
]

describe("presentProblem", () => {
  for (const [problem, title, code, during] of cases)
    it(`presents ${problem._tag} ${problem.reason._tag} as '${title}'`, () => {
      const told = presentProblem(problem, during)
      expect(formatEnglish(told.title)).toBe(title)
      expect(told.code).toBe(code)
      expect(told.retryable).toBe(told.kind === "transient")
      // Every placeholder is filled, and the text fits a small screen.
      expect(formatEnglish(told.body)).not.toMatch(/[{}]/)
      expect(formatEnglish(told.body).length).toBeLessThan(160)
    })

  it("names no method of a protocol when a wallet lacks what the proposal needs", () => {
    const { body } = presentProblem(wallet({ _tag: "Unsupported", method: "wc_sessionPropose" }))
    expect(formatEnglish(body)).toBe(
      "It does not offer what this site needs to connect, such as signatures. Try another wallet.",
    )
  })

  it("presents each failed read with its own text", () => {
    const reasons: RpcError["reason"][] = [
      { _tag: "Answered", code: 1, text: "" },
      { _tag: "Status", status: 503 },
      { _tag: "Unreachable", detail: "" },
      { _tag: "TooLarge", limit: 1 },
      { _tag: "TimedOut", milliseconds: 1 },
      { _tag: "NoEndpoint" },
    ]
    const bodies = reasons.map((reason) => formatEnglish(presentProblem(rpc(reason)).body))
    expect(new Set(bodies).size).toBe(reasons.length)
    expect(bodies).toContain("HTTP status code 503")
  })
})
