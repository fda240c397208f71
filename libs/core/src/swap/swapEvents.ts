import { formatAmount } from "@wmodal/protocol"
import type { EngineServices } from "../flows/EngineServices.ts"
import { formatFlowEnglish, presentFlow } from "../flows/presentFlow.ts"
import { isSmartAccount, type PayerDeps } from "../send/payer.ts"
import type { SwapError, SwapReview } from "./Swap.ts"

/** The event of a swap that the host app's subscribers receive. */
export type SwapEvent =
  | { readonly _tag: "Initiated" }
  | { readonly _tag: "Success" }
  | { readonly _tag: "Error"; readonly error: SwapError }
  | { readonly _tag: "ApprovalError"; readonly error: SwapError }

const eventNames = {
  Initiated: "INITIATE_SWAP",
  Success: "SWAP_SUCCESS",
  Error: "SWAP_ERROR",
  ApprovalError: "SWAP_APPROVAL_ERROR",
} as const

/** The events INITIATE_SWAP, SWAP_SUCCESS, SWAP_ERROR and SWAP_APPROVAL_ERROR, as on the AppKit 1.7.2 wire. */
export const emitSwapEvent = (
  deps: Pick<EngineServices, "emit"> & Pick<PayerDeps, "accounts">,
  { network, quote: { amount, destination, received, source } }: SwapReview,
  what: SwapEvent,
) =>
  deps.emit(eventNames[what._tag], {
    isSmartAccount: isSmartAccount(deps, { network }),
    network: network.caipNetworkId,
    swapFromToken: source.symbol,
    swapToToken: destination.symbol,
    swapFromAmount: formatAmount(amount, source.decimals),
    swapToAmount: formatAmount(received, destination.decimals),
    ...("error" in what ? { message: formatFlowEnglish(presentFlow(what.error).title) } : {}),
  })
