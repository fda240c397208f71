import type { ConnectorError } from "@wmodal/chains"
import { type FlowMessage, type FlowPresentation, trimFullStop } from "./FlowPresentation.ts"
import { isDataRefusal, presentProblem } from "./presentProblem.ts"

/** Describes a wallet error without a sent transaction: 'Signature declined', else 'Something went wrong'. */
export const presentWallet = (error: ConnectorError): FlowPresentation => {
  const { action, code, kind, retryable } = presentProblem(error, "sign")
  const title = error.reason._tag === "Declined" ? "flow.declined" : "flow.send"
  return { action, body: toBodyMessage(error), code, kind, retryable, title: { id: title } }
}

const toBodyMessage = ({ reason }: ConnectorError): FlowMessage => {
  switch (reason._tag) {
    case "Declined":
      return { id: "flow.declined.body" }
    case "RequestPending":
      return { id: "flow.wallet.alreadyAsking" }
    case "Locked":
      return { id: "flow.wallet.locked" }
    case "NotInstalled":
      return { id: "flow.wallet.notInstalled" }
    case "ChunkLoadFailed":
      return { id: "flow.wallet.notLoaded" }
    case "Unauthorized":
      return { id: "flow.wallet.unauthorized" }
    case "Unsupported":
      return { id: "flow.wallet.unsupported", values: { method: reason.method } }
    case "Offline":
      return { id: "flow.wallet.offline" }
    case "NetworkNotSupported":
    case "NetworkUnchanged":
      return { id: "flow.wallet.network", values: { network: reason.network } }
    case "Malformed":
      return { id: "flow.wallet.malformed" }
    case "SignedOnChain":
      return { id: "flow.wallet.signedOnChain" }
    case "SignedDifferently":
      return { id: "flow.wallet.altered" }
    case "Expired":
      return { id: "flow.wallet.expired" }
    case "Refused":
      return { id: "flow.wallet.refused" }
    case "Failed":
      return reason.text === ""
        ? { id: "flow.wallet.silent" }
        : {
            id: isDataRefusal(reason) ? "flow.wallet.invalid" : "flow.wallet.failed",
            values: { text: trimFullStop(reason.text) },
          }
  }
}
