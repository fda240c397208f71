import { ConnectorError, type ConnectorReason } from "../contract/ConnectorError.ts"
import type { SendOutcome } from "../contract/WalletCalls.ts"
import { errorCodes, errorMessages } from "./walletErrors.ts"

/** Whether a wallet says this before a person is even asked. */
export const isPreApprovalError = ({ _tag }: ConnectorReason, thrown: unknown): boolean => {
  switch (_tag) {
    case "Unauthorized":
    case "Unsupported":
    case "Locked":
    case "NotInstalled":
    case "ChunkLoadFailed":
      return true
    case "RequestPending":
      // The same code is a node's for a request that took too long, and a broadcast is one; and that of Solana's nodes
      // for a trial that failed, perhaps since an earlier attempt is there already.
      return (
        errorCodes(thrown)[0] === -32002 &&
        !errorMessages(thrown).some((text) => sendingErrorPattern.test(text))
      )
    default:
      return false
  }
}

const sendingErrorPattern = /time|simulat|blockhash|been processed/i

export const toNotSent = (connectorId: string, reason: ConnectorReason): SendOutcome => ({
  _tag: "NotSent",
  error: new ConnectorError({ connectorId, reason }),
})

export const mayHaveSent = (
  connectorId: string,
  reason: ConnectorReason,
  hash: string | null = null,
): SendOutcome => ({ _tag: "Unknown", hash, error: new ConnectorError({ connectorId, reason }) })
