import { formatAmount } from "@wmodal/protocol"
import type { EngineServices } from "../flows/EngineServices.ts"
import { formatFlowEnglish, presentFlow } from "../flows/presentFlow.ts"
import { isSmartAccount, type PayerDeps } from "./payer.ts"
import type { SendError, SendReview } from "./Send.ts"

/** The event of a payment that the host app's subscribers receive. */
export type SendEvent =
  | { readonly _tag: "Initiated" }
  | { readonly _tag: "Success" }
  | { readonly _tag: "Error"; readonly error: SendError }

/** The events SEND_INITIATED, SEND_SUCCESS and SEND_ERROR, as on the AppKit 1.7.2 wire. */
export const emitSendEvent = (
  deps: Pick<EngineServices, "emit"> & Pick<PayerDeps, "accounts">,
  { amount, holding: { token }, network }: SendReview,
  what: SendEvent,
) => {
  const properties = {
    isSmartAccount: isSmartAccount(deps, { network }),
    network: network.caipNetworkId,
    token: token.symbol,
    // For analytics only: no computation uses it.
    amount: Number(formatAmount(amount, token.decimals)),
  }
  switch (what._tag) {
    case "Initiated": {
      const named = token.address === null ? token.symbol : `${token.network}:${token.address}`
      return deps.emit("SEND_INITIATED", { ...properties, token: named })
    }
    case "Success":
      return deps.emit("SEND_SUCCESS", properties)
    case "Error":
      return deps.emit("SEND_ERROR", {
        ...properties,
        message: formatFlowEnglish(presentFlow(what.error).title),
      })
  }
}
