import { FrameError, type FrameReason } from "@wmodal/frame-rpc/host"
import type { ConnectorReason } from "../contract/ConnectorError.ts"
import { ProviderError } from "../wallet/ProviderError.ts"
import { isRefusal } from "../wallet/refusal.ts"

/** A frame's own message for a request that the page cancelled, which was not signed. "Request aborted" is a client's. */
const cancelledPattern = /^request was aborted\.?$/i

const isRefused = (text: string) => cancelledPattern.test(text) || isRefusal([text], true)

const sendingMethods: ReadonlySet<string> = new Set([
  "eth_sendTransaction",
  "eth_sendRawTransaction",
  "eth_sendUserOperation",
  "wallet_sendCalls",
  "solana_signAndSendTransaction",
])

/** Converts a frame's error to the one that an injected wallet would throw for `method`. Codes: EIP-1193, EIP-1474. */
export const toProviderError = (error: FrameError, method: string): ProviderError =>
  new ProviderError(toErrorCode(error.reason, method), error.message)

const toErrorCode = (reason: FrameReason, method: string): number => {
  switch (reason._tag) {
    case "Said":
      // With this code, later code parses the node's own message for rejected transactions.
      return isRefused(reason.text) ? 4001 : -32000
    case "Aborted":
      // It is unknown whether the transaction was sent.
      return reason.reached && sendingMethods.has(method) ? 4900 : 4001
    case "TimedOut":
    case "Gone":
    case "Locked":
      return 4900
    case "NotLoaded":
    case "NoFrame":
      return 4100
    case "NotAllowed":
      return 4200
    case "Invalid":
      return -32602
    case "Malformed":
      return -32603
  }
}

/** Returns the reason of a failed connection. */
export const toFrameConnectorReason = ({ message, reason }: FrameError): ConnectorReason => {
  switch (reason._tag) {
    case "Said":
      return isRefused(reason.text) ? { _tag: "Declined" } : { _tag: "Failed", code: null, text: reason.text }
    case "Aborted":
      return { _tag: "Failed", code: null, text: message }
    case "TimedOut":
    case "Gone":
      return { _tag: "Offline" }
    case "Locked":
      return { _tag: "Locked" }
    case "NotLoaded":
    case "NoFrame":
      return { _tag: "ChunkLoadFailed" }
    case "NotAllowed":
      return { _tag: "Unsupported", method: reason.method }
    case "Invalid":
    case "Malformed":
      return { _tag: "Malformed", what: reason.what }
  }
}

/** Returns the error for a malformed reply of a frame. */
export const malformedReplyError = (what: string) => new FrameError({ reason: { _tag: "Malformed", what } })

/** Returns the error for a user who is no longer signed in. */
export const signedOutError = () => new FrameError({ reason: { _tag: "Locked" } })

/** Returns the error for a frame that does not respond. */
export const noResponseError = () => new FrameError({ reason: { _tag: "TimedOut" } })
