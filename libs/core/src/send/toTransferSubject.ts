import type { RequestedAction } from "../ledger/StoredEntry.ts"
import type { SendReview } from "./Send.ts"

/** Returns what the ledger records of a payment. */
export const toTransferSubject = ({
  amount,
  holding: { token },
  to: { address, link, name },
}: Pick<SendReview, "amount" | "holding" | "to">): RequestedAction => ({
  _tag: "Transfer",
  token,
  amount,
  to: address,
  toName: name,
  ...(link?.memo !== undefined && { memo: link.memo }),
  references: link?.references ?? [],
})
