import type { Flows, SendReview } from "@wmodal/core/flows"
import { formatAmount } from "@wmodal/protocol"
import { Effect } from "effect"
import { guardError } from "../failure/CliError.ts"
import type { ItemError } from "../failure/exitName.ts"
import { toNativeToken } from "./paymentDocument.ts"

/**
 * The review to go by once it is our turn. Where another process has paid meanwhile on a chain of coins, it may have
 * chosen the same ones, and of two payments by the same coins one takes the place of the other: the coins are chosen
 * anew, for no more than the fee that was shown.
 * @param open The ids of what was open in the ledger before the review, and now.
 */
export const refreshReview = Effect.fnUntraced(function* (
  send: Pick<Flows["send"], "prepare">,
  review: SendReview,
  open: { readonly before: ReadonlySet<string>; readonly now: ReadonlySet<string> },
): Effect.fn.Return<SendReview, ItemError> {
  const { amount, fee, holding, network, to } = review
  const isNew = [...open.now].some((id) => !open.before.has(id))
  if (network.chainNamespace !== "bip122" || !isNew) return review
  const now = yield* send.prepare({ holding, amount, to })
  if (now.fee.most <= fee.most) return now
  const { decimals, symbol } = toNativeToken(network)
  return yield* guardError(
    `Another payment has spent its UTXOs. With other UTXOs the fee is up to ${formatAmount(now.fee.most, decimals)} ${symbol}.`,
    "Nothing was sent. Run the same command to review it again.",
  )
})
