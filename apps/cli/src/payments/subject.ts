import type { LedgerEntry, Token } from "@wmodal/core/flows"
import { formatAmount } from "@wmodal/protocol"
import { grouped } from "../terminal/grouped.ts"
import type { Field } from "../views/Panel.tsx"
import { exact } from "./payment.ts"

/** What was asked for, as a document. */
export const subjectDocument = ({
  subject,
}: Pick<LedgerEntry, "subject">): Readonly<Record<string, unknown>> => {
  switch (subject._tag) {
    case "Transfer": {
      const { amount, to, token, toName } = subject
      return { to: { address: to, name: toName }, payment: exact(amount, token) }
    }
    case "Approval":
      return { allowance: exact(subject.amount, subject.token), spender: subject.spender }
    case "Swap": {
      const { amount, destination, minimum, router, source } = subject
      return { from: exact(amount, source), minimum: exact(minimum, destination), router }
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

const sum = (amount: bigint, { decimals, symbol }: Token): string =>
  `${formatAmount(amount, decimals)} ${symbol}`

/** The same for people: every address and every digit in full. */
export const subjectFields = ({ subject }: Pick<LedgerEntry, "subject">): readonly Field[] => {
  switch (subject._tag) {
    case "Transfer": {
      const { amount, to, token, toName } = subject
      return [
        { label: "Amount", text: sum(amount, token) },
        { label: "To", text: `${toName === null ? "" : `${toName}\n`}${grouped(to)}` },
      ]
    }
    case "Approval":
      return [
        { label: "At most", text: sum(subject.amount, subject.token) },
        { label: "May take it", text: grouped(subject.spender) },
      ]
    case "Swap": {
      const { amount, destination, minimum, router, source } = subject
      return [
        { label: "You give", text: sum(amount, source) },
        { label: "You receive", text: `at least ${sum(minimum, destination)}` },
        { label: "Through", text: grouped(router) },
      ]
    }
    case "Call": {
      const { contract, digest, intent } = subject
      return [
        { label: "What for", text: intent ?? "Unknown call" },
        ...(contract === null ? [] : [{ label: "Contract", text: grouped(contract) }]),
        { label: "Digest", text: digest },
      ]
    }
    case "Raw":
    case "Message":
    case "TypedData":
      return []
  }
}
