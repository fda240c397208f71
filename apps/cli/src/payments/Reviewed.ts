import type { Approval, ApprovalRequest } from "@wmodal/chains/dev"
import type { SendReview } from "@wmodal/core/flows"
import { Effect } from "effect"

type Approve = (request: ApprovalRequest) => Effect.Effect<Approval>

/**
 * The person's one yes. It was given to a review; the wallet, which is ours and asks before it signs, takes it for
 * exactly what was reviewed, once. Whatever else it asks is asked anew.
 */
export interface Reviewed {
  readonly approve: Approve
  /** From now until the wallet asks, a yes stands for this payment. */
  readonly say: (review: SendReview) => void
  /** Whether the wallet has taken it: from then on something may leave. */
  readonly taken: () => boolean
}

export const makeReviewed = (otherwise: Approve): Reviewed => {
  let standing: SendReview | null = null
  let taken = false
  return {
    approve: (request) =>
      Effect.suspend(() => {
        const review = standing
        standing = null
        if (review === null || !isThat(review, request)) return otherwise(request)
        taken = true
        return Effect.succeed<Approval>("approve")
      }),
    say: (review) => {
      standing = review
      taken = false
    },
    taken: () => taken,
  }
}

const number = (hex: string | null | undefined): bigint => BigInt(hex ?? "0x0")

/** The same account, network, recipient, value and bytes, for no more than the fee that was shown. */
const isThat = ({ account, fee, network, transaction }: SendReview, request: ApprovalRequest): boolean => {
  if (request._tag !== "SendTransaction" && request._tag !== "SignTransaction") return false
  const { to, value, data } = transaction
  return (
    typeof to === "string" &&
    account.toLowerCase().endsWith(`:${request.account.toLowerCase()}`) &&
    request.network.chainId === network.id &&
    request.to?.toLowerCase() === to.toLowerCase() &&
    BigInt(request.value) === number(value) &&
    request.data.toLowerCase() === (data ?? "0x").toLowerCase() &&
    BigInt(request.maxFee) <= fee.most
  )
}
