import type { LedgerEntry, Token } from "@wmodal/core/flows"
import { formatAmount } from "@wmodal/protocol"
import { formatAddressGroups } from "../terminal/addressGroups.ts"
import type { Field } from "../views/Panel.tsx"
import { toExactAmount } from "./paymentDocument.ts"

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
  }
}
