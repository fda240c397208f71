import { FrameError, type FrameReason } from "@wmodal/frame-rpc/host"
import type { ConnectorReason } from "../contract/ConnectorError.ts"
import { ProviderError } from "../wallet/ProviderError.ts"

/**
 * A frame's words for a person who has said no, or a page that has taken it back in time: nothing was signed. "Request
 * aborted" or "rejected" alone are not among them: clients and nodes say so of what may have got through.
 */
const rejectionPattern =
  /^(?:request was aborted\.?$|request (?:was )?(?:rejected|declined|denied) by (?:the )?user\b|(?:the )?user (?:has )?(?:rejected|declined|denied|cancell?ed)\b)/i

const sendingMethods: ReadonlySet<string> = new Set([
  "eth_sendTransaction",
  "eth_sendRawTransaction",
  "eth_sendUserOperation",
  "wallet_sendCalls",
  "solana_signAndSendTransaction",
])

/** A frame's error as a wallet at hand would throw it for `method`. Codes: EIP-1193, EIP-1474. */
export const toProviderError = (error: FrameError, method: string): ProviderError =>
  new ProviderError(toErrorCode(error.reason, method), error.message)

const toErrorCode = (reason: FrameReason, method: string): number => {
  switch (reason._tag) {
    case "Said":
      // Under this code a node's own words for what it has not taken are read as such.
      return rejectionPattern.test(reason.text) ? 4001 : -32000
    case "Aborted":
      // What was sent meanwhile, nobody knows.
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

/** Why nothing came of connecting. */
export const toFrameConnectorReason = ({ message, reason }: FrameError): ConnectorReason => {
  switch (reason._tag) {
    case "Said":
      return rejectionPattern.test(reason.text)
        ? { _tag: "Declined" }
        : { _tag: "Failed", code: null, text: reason.text }
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

/** A frame that answers what cannot be. */
export const malformedReplyError = (what: string) => new FrameError({ reason: { _tag: "Malformed", what } })

/** Nobody is signed in any more. */
export const signedOutError = () => new FrameError({ reason: { _tag: "Locked" } })

/** A frame that is there, and says nothing. */
export const noResponseError = () => new FrameError({ reason: { _tag: "TimedOut" } })
