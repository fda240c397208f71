import { formatAmount } from "@wmodal/protocol"
import { englishFlow, presentFlow } from "../flows/presentFlow.ts"
import type { Surroundings } from "../flows/Surroundings.ts"
import { type Around, isSmart } from "./payer.ts"
import type { SendError, SendReview } from "./Send.ts"

/** What subscribers of the page hear of a payment. */
export type Announcement =
  | { readonly _tag: "Initiated" }
  | { readonly _tag: "Success" }
  | { readonly _tag: "Error"; readonly error: SendError }

/** SEND_INITIATED, SEND_SUCCESS and SEND_ERROR, as the AppKit 1.7.2 wire has them. */
export const announce = (
  around: Pick<Surroundings, "emit"> & Pick<Around, "accounts">,
  { amount, holding: { token }, network }: SendReview,
  what: Announcement,
) => {
  const properties = {
    isSmartAccount: isSmart(around, { network }),
    network: network.caipNetworkId,
    token: token.symbol,
    // For whoever counts payments: nothing is ever computed from it.
    amount: Number(formatAmount(amount, token.decimals)),
  }
  switch (what._tag) {
    case "Initiated": {
      const named = token.address === null ? token.symbol : `${token.network}:${token.address}`
      return around.emit("SEND_INITIATED", { ...properties, token: named })
    }
    case "Success":
      return around.emit("SEND_SUCCESS", properties)
    case "Error":
      return around.emit("SEND_ERROR", { ...properties, message: englishFlow(presentFlow(what.error).title) })
  }
}
