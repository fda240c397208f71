import type { LedgerEntry, SendReview, Token } from "@wmodal/core/flows"
import { formatAmount, type Network } from "@wmodal/protocol"
import { Effect } from "effect"
import type { LazyView } from "../operations/confirmReview.ts"
import type { Context } from "../session/Context.ts"
import { formatAddressGroups } from "../terminal/addressGroups.ts"
import type { Field } from "../views/Panel.tsx"
import { getHash } from "./followEntry.ts"
import { formatDocumentLines, toExactAmount, toNativeToken, toReviewDocument } from "./paymentDocument.ts"

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

/** Converts the subject of an entry to a document. */
export const toSubjectDocument = ({
  subject,
}: Pick<LedgerEntry, "subject">): Readonly<Record<string, unknown>> => {
  switch (subject._tag) {
    case "Transfer": {
      const { amount, to, token, toName } = subject
      return { to: { address: to, name: toName }, payment: toExactAmount(amount, token) }
    }
    case "Approval":
      return { allowance: toExactAmount(subject.amount, subject.token), spender: subject.spender }
    case "Swap": {
      const { amount, destination, minimum, router, source } = subject
      return { from: toExactAmount(amount, source), minimum: toExactAmount(minimum, destination), router }
    }
    case "Call": {
      const { contract, digest, intent } = subject
      return { intent, contract, digest }
    }
    case "Raw":
    case "Message":
    case "TypedData":
      return {}
    case "NameClaim":
      return { name: subject.name }
  }
}

const formatTokenAmount = (amount: bigint, { decimals, symbol }: Token): string =>
  `${formatAmount(amount, decimals)} ${symbol}`

/** Converts the subject of an entry to labelled fields, with full addresses and amounts. */
export const toSubjectFields = ({ subject }: Pick<LedgerEntry, "subject">): readonly Field[] => {
  switch (subject._tag) {
    case "Transfer": {
      const { amount, to, token, toName } = subject
      return [
        { label: "Amount", text: formatTokenAmount(amount, token) },
        { label: "To", text: `${toName === null ? "" : `${toName}\n`}${formatAddressGroups(to)}` },
      ]
    }
    case "Approval":
      return [
        { label: "At most", text: formatTokenAmount(subject.amount, subject.token) },
        { label: "Spender", text: formatAddressGroups(subject.spender) },
      ]
    case "Swap": {
      const { amount, destination, minimum, router, source } = subject
      return [
        { label: "You pay", text: formatTokenAmount(amount, source) },
        { label: "You receive", text: `at least ${formatTokenAmount(minimum, destination)}` },
        { label: "Router", text: formatAddressGroups(router) },
      ]
    }
    case "Call": {
      const { contract, digest, intent } = subject
      return [
        { label: "Purpose", text: intent ?? "Unknown call" },
        ...(contract === null ? [] : [{ label: "Contract", text: formatAddressGroups(contract) }]),
        { label: "Digest", text: digest },
      ]
    }
    case "Raw":
    case "Message":
    case "TypedData":
      return []
    case "NameClaim":
      return [{ label: "Name", text: subject.name }]
  }
}

/** Prints an entry as the result of the command. */
export const printEntry = (
  { output }: Context,
  entry: LedgerEntry,
  network: Network,
  json = toEntryDocument(entry, network),
) =>
  Effect.promise(() =>
    output.result({
      state: entry.state._tag === "Confirmed" ? "confirmed" : "sent",
      json,
      lines: [getHash(entry.state) ?? entry.id],
      drawn: async (columns) =>
        (await import("../views/renderFacts.tsx")).renderFacts(
          getStateTitle(entry),
          toReceiptFields(entry, network),
        )(columns),
    }),
  )

/** Prints a review as the result of a dry run. */
export const printDryRun = (
  { output }: Context,
  document: Readonly<Record<string, unknown>>,
  view: LazyView,
) =>
  Effect.promise(() =>
    output.result({
      state: "quote",
      json: { dryRun: true, ...document },
      lines: formatDocumentLines(document),
      drawn: async (columns) => (await view())(columns),
    }),
  )
