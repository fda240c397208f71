import type { Revocation } from "@wmodal/core/flows"
import type { ReactElement } from "react"
import { formatAddressGroups } from "../terminal/addressGroups.ts"
import { Panel } from "./Panel.tsx"
import { toCostFields } from "./PaymentReview.tsx"

/** Renders what a revocation changes and costs. */
export const renderRevocationReview =
  (review: Revocation) =>
  (columns: number): ReactElement => (
    <Panel
      title="Take an approval back"
      mark="?"
      tone="cyan"
      columns={columns}
      fields={[
        { label: "Token", text: review.token.symbol },
        { label: "Spender", text: formatAddressGroups(review.spender) },
        { label: "Then", text: `It may spend no ${review.token.symbol} of yours.` },
        ...toCostFields(review, "Fee"),
      ]}
    />
  )
