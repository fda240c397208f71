import { formatAmount } from "@wmodal/protocol"
import { englishFlow, presentFlow } from "../flows/presentFlow.ts"
import type { Surroundings } from "../flows/Surroundings.ts"
import { type Around, isSmart } from "../send/payer.ts"
import type { SwapError, SwapReview } from "./Swap.ts"

/** What subscribers of the page hear of a swap. */
export type Announcement =
  | { readonly _tag: "Initiated" }
  | { readonly _tag: "Success" }
  | { readonly _tag: "Error"; readonly error: SwapError }
  | { readonly _tag: "ApprovalError"; readonly error: SwapError }

const names = {
  Initiated: "INITIATE_SWAP",
  Success: "SWAP_SUCCESS",
  Error: "SWAP_ERROR",
  ApprovalError: "SWAP_APPROVAL_ERROR",
} as const

/** INITIATE_SWAP, SWAP_SUCCESS, SWAP_ERROR and SWAP_APPROVAL_ERROR, as the AppKit 1.7.2 wire has them. */
export const announce = (
  around: Pick<Surroundings, "emit"> & Pick<Around, "accounts">,
  { network, quote: { amount, destination, received, source } }: SwapReview,
  what: Announcement,
) =>
  around.emit(names[what._tag], {
    isSmartAccount: isSmart(around, { network }),
    network: network.caipNetworkId,
    swapFromToken: source.symbol,
    swapToToken: destination.symbol,
    swapFromAmount: formatAmount(amount, source.decimals),
    swapToAmount: formatAmount(received, destination.decimals),
    ...("error" in what ? { message: englishFlow(presentFlow(what.error).title) } : {}),
  })
