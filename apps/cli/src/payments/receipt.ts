import { type LedgerEntry, type SendReview } from "@wmodal/core/flows"
import { formatAmount, type Network } from "@wmodal/protocol"
import type { Field } from "../views/Panel.tsx"
import { hashOf } from "./follow.ts"
import { exact, nativeOf, reviewDocument } from "./payment.ts"
import { subjectDocument, subjectFields } from "./subject.ts"

/** How far something has come, in one word that scripts may lean on. */
export const statusOf = ({ state }: LedgerEntry): string =>
  `${state._tag.charAt(0).toLowerCase()}${state._tag.slice(1)}`

export const explorerUrl = (network: Network, hash: string | null): string | null => {
  const explorer = network.blockExplorers?.default.url
  return explorer === undefined || hash === null ? null : `${explorer.replace(/\/$/, "")}/tx/${hash}`
}

const feeOf = ({ state }: LedgerEntry): bigint | null => ("fee" in state ? state.fee : null)
const timeOf = ({ state }: LedgerEntry): number | null => ("at" in state ? state.at : null)

/** What became of what was asked for, as a document. */
export const entryDocument = (entry: LedgerEntry, network: Network): Readonly<Record<string, unknown>> => {
  const fee = feeOf(entry)
  const at = timeOf(entry)
  return {
    status: statusOf(entry),
    hash: hashOf(entry.state),
    entry: entry.id,
    account: entry.account,
    network: entry.network,
    ...subjectDocument(entry),
    paidFee: fee === null ? null : exact(fee, nativeOf(network)),
    minedAt: at === null ? null : new Date(at).toISOString(),
    explorer: explorerUrl(network, hashOf(entry.state)),
  }
}

/** The same of a payment, with what was known before it was made. */
export const receiptDocument = (
  review: SendReview,
  entry: LedgerEntry,
): Readonly<Record<string, unknown>> => {
  const { payment, fee, to } = reviewDocument(review)
  return { ...entryDocument(entry, review.network), to, payment, fee }
}

export const receiptFields = (entry: LedgerEntry, network: Network): readonly Field[] => {
  const hash = hashOf(entry.state)
  const fee = feeOf(entry)
  const explorer = explorerUrl(network, hash)
  const { decimals, symbol } = nativeOf(network)
  return [
    ...subjectFields(entry),
    ...(fee === null ? [] : [{ label: "Fee", text: `${formatAmount(fee, decimals)} ${symbol}` }]),
    { label: "Network", text: `${network.name} (${network.caipNetworkId})` },
    ...(hash === null ? [] : [{ label: "Transaction", text: hash }]),
    ...(explorer === null ? [] : [{ label: "Explorer", text: explorer }]),
  ]
}

const titles: Readonly<Record<LedgerEntry["state"]["_tag"], string>> = {
  Asked: "Asked",
  Declined: "Declined",
  NotSent: "Not sent",
  Signed: "Signed",
  Lost: "May have been sent",
  Taken: "With the wallet",
  Sent: "On its way",
  Confirmed: "Confirmed",
  Reverted: "Failed on the chain",
  Replaced: "Replaced by another transaction",
  Cancelled: "Cancelled",
  Expired: "Expired",
  Dropped: "Dropped",
}

export const titleOf = ({ state }: LedgerEntry): string => titles[state._tag]
