import { sanitizeLine } from "@wmodal/chains"
import { getExplorerLink, getHash, type LedgerEntry, type SendReview } from "@wmodal/core/flows"
import type { Network } from "@wmodal/protocol"
import type { Context } from "../session/Context.ts"
import { formatAddressGroups } from "../terminal/addressGroups.ts"
import type { LazyView } from "../terminal/Output.ts"
import { drawFacts } from "../views/drawFacts.ts"
import type { Field } from "../views/Panel.tsx"
import {
  formatDocumentLines,
  formatTokenAmount,
  toExactAmount,
  toNativeToken,
  toReviewDocument,
} from "./paymentDocument.ts"

/** Returns the status as one stable word for scripts. */
export const getStatus = ({ state }: LedgerEntry): string =>
  `${state._tag.charAt(0).toLowerCase()}${state._tag.slice(1)}`

export const getExplorerUrl = (network: Network, hash: string | null): string | null =>
  hash === null ? null : getExplorerLink(network, `tx/${hash}`)

const getFee = ({ state }: LedgerEntry): bigint | null => ("fee" in state ? state.fee : null)

/** Converts a ledger entry to a document. */
export const toEntryDocument = (entry: LedgerEntry, network: Network): Readonly<Record<string, unknown>> => {
  const { state } = entry
  const fee = getFee(entry)
  return {
    status: getStatus(entry),
    hash: getHash(state),
    entry: entry.id,
    account: entry.account,
    network: entry.network,
    ...describeSubject(entry).document,
    paidFee: fee === null ? null : toExactAmount(fee, toNativeToken(network)),
    minedAt: "at" in state && state.at !== null ? new Date(state.at).toISOString() : null,
    explorer: getExplorerUrl(network, getHash(state)),
  }
}

/** Converts a payment and its review to a document. */
export const toReceiptDocument = (
  review: SendReview,
  entry: LedgerEntry,
): Readonly<Record<string, unknown>> => {
  const { fee, link, payment, to } = toReviewDocument(review)
  return {
    ...toEntryDocument(entry, review.network),
    to,
    ...(link !== undefined && { link }),
    payment,
    fee,
  }
}

export const toReceiptFields = (entry: LedgerEntry, network: Network): readonly Field[] => {
  const fee = getFee(entry)
  const hash = getHash(entry.state)
  const explorer = getExplorerUrl(network, hash)
  return [
    ...describeSubject(entry).fields,
    ...(fee === null ? [] : [{ label: "Fee", text: formatTokenAmount(fee, toNativeToken(network)) }]),
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
  Unanswered: "Given to a node, which has not confirmed it",
  Sent: "Pending",
  Confirmed: "Confirmed",
  Reverted: "Failed",
  Mined: "In a block, result unknown",
  PartlyReverted: "Failed in part",
  Replaced: "Replaced by another transaction",
  Cancelled: "Cancelled",
  Expired: "Expired",
  Dropped: "Dropped",
}

export const getStateTitle = ({ state }: LedgerEntry): string => stateTitles[state._tag]

/** The subject of an entry in both forms. */
interface SubjectText {
  readonly document: Readonly<Record<string, unknown>>
  /** Labelled fields, with full addresses and amounts. */
  readonly fields: readonly Field[]
}

/** More than a memo that fits into a transaction. */
const maxMemoLength = 1_232

export const describeSubject = ({ subject }: Pick<LedgerEntry, "subject">): SubjectText => {
  switch (subject._tag) {
    case "Transfer": {
      const { amount, memo, references = [], to, token, toName } = subject
      return {
        document: {
          to: { address: to, name: toName },
          payment: toExactAmount(amount, token),
          ...(memo !== undefined && { memo }),
          ...(references.length > 0 && { references }),
        },
        fields: [
          { label: "Amount", text: formatTokenAmount(amount, token) },
          { label: "To", text: `${toName === null ? "" : `${toName}\n`}${formatAddressGroups(to)}` },
          ...(memo === undefined ? [] : [{ label: "Memo", text: sanitizeLine(memo, maxMemoLength) }]),
          ...references.map((one) => ({ label: "Reference", text: formatAddressGroups(one) })),
        ],
      }
    }
    case "Approval": {
      const { amount, spender, token } = subject
      return {
        document: { allowance: toExactAmount(amount, token), spender },
        fields: [
          { label: "At most", text: formatTokenAmount(amount, token) },
          { label: "Spender", text: formatAddressGroups(spender) },
        ],
      }
    }
    case "Swap": {
      const { amount, destination, minimum, router, source } = subject
      return {
        document: {
          from: toExactAmount(amount, source),
          minimum: toExactAmount(minimum, destination),
          router,
        },
        fields: [
          { label: "You pay", text: formatTokenAmount(amount, source) },
          { label: "You receive", text: `at least ${formatTokenAmount(minimum, destination)}` },
          { label: "Router", text: formatAddressGroups(router) },
        ],
      }
    }
    case "Call": {
      const { contract, digest, intent, isPlain, payment, server } = subject
      const label = isPlain === true ? "To" : "Contract"
      return {
        document: {
          intent,
          contract,
          digest,
          ...(payment !== undefined && { payment: toExactAmount(payment.amount, payment.token) }),
          ...(server !== undefined && { server: { host: server.host } }),
        },
        fields: [
          ...(server === undefined ? [] : [{ label: "Server", text: server.host }]),
          { label: "Purpose", text: intent ?? "Unknown call" },
          ...(payment === undefined
            ? []
            : [{ label: "Amount", text: formatTokenAmount(payment.amount, payment.token) }]),
          ...(contract === null ? [] : [{ label, text: formatAddressGroups(contract) }]),
          { label: "Digest", text: digest },
        ],
      }
    }
    case "NameClaim":
      return { document: { name: subject.name }, fields: [{ label: "Name", text: subject.name }] }
    case "SessionRevocation":
      return { document: { app: subject.app }, fields: [{ label: "App", text: subject.app }] }
    case "Raw":
    case "Message":
    case "TypedData":
      return { document: {}, fields: [] }
  }
}

/** Prints an entry as the result of the command. */
export const printEntry = (
  { output }: Context,
  entry: LedgerEntry,
  network: Network,
  json = toEntryDocument(entry, network),
) =>
  output.result({
    state: entry.state._tag === "Confirmed" ? "confirmed" : "sent",
    json,
    lines: [getHash(entry.state) ?? entry.id],
    drawn: drawFacts(getStateTitle(entry), toReceiptFields(entry, network)),
  })

/** Prints a review as the result of a dry run. */
export const printDryRun = (
  { output }: Context,
  document: Readonly<Record<string, unknown>>,
  view: LazyView,
) =>
  output.result({
    state: "quote",
    json: { dryRun: true, ...document },
    lines: formatDocumentLines(document),
    drawn: view,
  })
