import { chainRules } from "@wmodal/chains/internal"
import type { Flows, SendReview } from "@wmodal/core/flows"
import { formatAmount } from "@wmodal/protocol"
import { Effect } from "effect"
import { guardError } from "../failure/CliError.ts"
import type { ItemError } from "../failure/exitName.ts"
import { toNativeToken } from "./paymentDocument.ts"

/**
 * Returns the review to use once this process holds the send lock. Another process may have spent the same UTXOs, and one of two such payments would replace the other: UTXOs are selected again, for at most the shown fee.
 * @param open The ids of unsettled ledger entries before the review, and now.
 */
export const refreshReview = Effect.fnUntraced(function* (
  send: Pick<Flows["send"], "prepare">,
  review: SendReview,
  open: { readonly before: ReadonlySet<string>; readonly now: ReadonlySet<string> },
): Effect.fn.Return<SendReview, ItemError> {
  const { amount, fee, holding, network, to } = review
  const isNew = [...open.now].some((id) => !open.before.has(id))
  if (!chainRules[network.chainNamespace].spendsUtxos || !isNew) return review
  const now = yield* send.prepare({ holding, amount, to })
  if (now.fee.most <= fee.most) return now
  const { decimals, symbol } = toNativeToken(network)
  return yield* guardError(
    `Another payment has spent its UTXOs. With other UTXOs the fee is up to ${formatAmount(now.fee.most, decimals)} ${symbol}.`,
    "Nothing was sent. Run the same command to review it again.",
  )
})
