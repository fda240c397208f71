import { formatAmount } from "@wmodal/protocol"
import type { EngineServices } from "../flows/EngineServices.ts"
import { formatFlowEnglish, presentFlow } from "../flows/presentFlow.ts"
import { isSmartAccount, type PayerDeps } from "../send/payer.ts"
import type { SwapError, SwapReview } from "./Swap.ts"

/** The events of a swap that the host app's subscribers receive, as on the AppKit 1.7.2 wire. */
type SwapEvent = "INITIATE_SWAP" | "SWAP_SUCCESS" | "SWAP_ERROR" | "SWAP_APPROVAL_ERROR"

export const emitSwapEvent = (
  deps: Pick<EngineServices, "emit"> & Pick<PayerDeps, "accounts">,
  { network, quote: { amount, destination, received, source } }: SwapReview,
  event: SwapEvent,
  error?: SwapError,
) =>
  deps.emit(event, {
    isSmartAccount: isSmartAccount(deps, { network }),
    network: network.caipNetworkId,
    swapFromToken: source.symbol,
    swapToToken: destination.symbol,
    swapFromAmount: formatAmount(amount, source.decimals),
    swapToAmount: formatAmount(received, destination.decimals),
    ...(error !== undefined && { message: formatFlowEnglish(presentFlow(error).title) }),
  })
