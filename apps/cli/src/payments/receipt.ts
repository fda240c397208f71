import { type LedgerEntry, type SendReview } from "@wmodal/core/flows"
import { formatAmount, type Network } from "@wmodal/protocol"
import type { Field } from "../views/Panel.tsx"
import { getHash } from "./followEntry.ts"
import { toExactAmount, toNativeToken, toReviewDocument } from "./paymentDocument.ts"
import { toSubjectDocument, toSubjectFields } from "./subject.ts"

/** Returns the status as one stable word for scripts. */
export const getStatus = ({ state }: LedgerEntry): string =>
  `${state._tag.charAt(0).toLowerCase()}${state._tag.slice(1)}`

export const getExplorerUrl = (network: Network, hash: string | null): string | null => {
  const explorer = network.blockExplorers?.default.url
  return explorer === undefined || hash === null ? null : `${explorer.replace(/\/$/, "")}/tx/${hash}`
}

const getFee = ({ state }: LedgerEntry): bigint | null => ("fee" in state ? state.fee : null)
const getTime = ({ state }: LedgerEntry): number | null => ("at" in state ? state.at : null)

/** Converts a ledger entry to a document. */
export const toEntryDocument = (entry: LedgerEntry, network: Network): Readonly<Record<string, unknown>> => {
  const fee = getFee(entry)
  const at = getTime(entry)
  return {
    status: getStatus(entry),
    hash: getHash(entry.state),
    entry: entry.id,
    account: entry.account,
    network: entry.network,
    ...toSubjectDocument(entry),
    paidFee: fee === null ? null : toExactAmount(fee, toNativeToken(network)),
    minedAt: at === null ? null : new Date(at).toISOString(),
    explorer: getExplorerUrl(network, getHash(entry.state)),
  }
}

/** Converts a payment and its review to a document. */
export const toReceiptDocument = (
  review: SendReview,
  entry: LedgerEntry,
): Readonly<Record<string, unknown>> => {
  const { payment, fee, to } = toReviewDocument(review)
  return { ...toEntryDocument(entry, review.network), to, payment, fee }
}

export const toReceiptFields = (entry: LedgerEntry, network: Network): readonly Field[] => {
  const hash = getHash(entry.state)
  const fee = getFee(entry)
  const explorer = getExplorerUrl(network, hash)
  const { decimals, symbol } = toNativeToken(network)
  return [
    ...toSubjectFields(entry),
    ...(fee === null ? [] : [{ label: "Fee", text: `${formatAmount(fee, decimals)} ${symbol}` }]),
    { label: "Network", text: `${network.name} (${network.caipNetworkId})` },
    ...(hash === null ? [] : [{ label: "Transaction", text: hash }]),
    ...(explorer === null ? [] : [{ label: "Explorer", text: explorer }]),
  ]
}

const stateTitles: Readonly<Record<LedgerEntry["state"]["_tag"], string>> = {
  Asked: "Awaiting wallet",
  Declined: "Declined",
  NotSent: "Not sent",
  Signed: "Signed",
  Lost: "May have been sent",
  Taken: "Accepted by the wallet",
  Sent: "Pending",
  Confirmed: "Confirmed",
  Reverted: "Failed",
  Replaced: "Replaced by another transaction",
  Cancelled: "Cancelled",
  Expired: "Expired",
  Dropped: "Dropped",
}

export const getStateTitle = ({ state }: LedgerEntry): string => stateTitles[state._tag]
