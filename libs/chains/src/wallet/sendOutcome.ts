import { ConnectorError, type ConnectorReason } from "../contract/ConnectorError.ts"
import type { SendOutcome } from "../contract/WalletCalls.ts"
import { errorCodes, errorMessages } from "./walletErrors.ts"

/** Returns `true` if wallets throw this error only before they prompt the user. */
export const isPreApprovalError = ({ _tag }: ConnectorReason, thrown: unknown): boolean => {
  switch (_tag) {
    case "Unauthorized":
    case "Unsupported":
    case "Locked":
    case "ChunkLoadFailed":
      return true
    case "RequestPending":
      // Nodes use the same code for timeouts, also of broadcasts, and Solana nodes for failed simulations, which an
      // earlier broadcast may cause.
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
