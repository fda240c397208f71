import type { TransactionRequestReason } from "@wmodal/protocol"
import type { RecipientError } from "../recipients/Recipients.ts"

/** Returns the server of a payment link if it may choose the transaction; `null` for every other link. */
export const findLinkServer = (
  { reason }: RecipientError,
  allowed: readonly string[],
): TransactionRequestReason | null =>
  reason._tag === "Link" &&
  reason.problem._tag === "TransactionRequest" &&
  reason.problem.url !== null &&
  allowed.includes(reason.problem.host)
    ? reason.problem
    : null
