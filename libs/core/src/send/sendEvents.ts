import { formatAmount } from "@wmodal/protocol"
import { Effect } from "effect"
import type { EngineServices } from "../flows/EngineServices.ts"
import { formatFlowEnglish, presentFlow } from "../flows/presentFlow.ts"
import type { OperationProgress } from "../operation/Operation.ts"
import { isSmartAccount, type PayerDeps } from "./payer.ts"
import type { SendError, SendReview } from "./Send.ts"

/** The events SEND_INITIATED, SEND_SUCCESS and SEND_ERROR, as on the AppKit 1.7.2 wire. */
export const emitSendEvent = (
  deps: Pick<EngineServices, "emit"> & Pick<PayerDeps, "accounts">,
  { amount, holding: { token }, network }: SendReview,
  progress: OperationProgress<SendError>,
) => {
  const properties = {
    isSmartAccount: isSmartAccount(deps, { network }),
    network: network.caipNetworkId,
    token: token.symbol,
    // For analytics only: no computation uses it.
    amount: Number(formatAmount(amount, token.decimals)),
  }
  switch (progress._tag) {
    case "Requested": {
      const named = token.address === null ? token.symbol : `${token.network}:${token.address}`
      return deps.emit("SEND_INITIATED", { ...properties, token: named })
    }
    case "Answered":
      // The success of a Lost payment is unknown.
      return progress.entry.state._tag === "Lost" ? Effect.void : deps.emit("SEND_SUCCESS", properties)
    case "Unsent": {
      const message = formatFlowEnglish(presentFlow(progress.error).title)
      return deps.emit("SEND_ERROR", { ...properties, message })
    }
  }
}
