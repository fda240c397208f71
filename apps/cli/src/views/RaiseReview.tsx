import type { FeeBump, LedgerEntry } from "@wmodal/core/flows"
import type { ReactElement } from "react"
import { formatTokenAmount, toNativeToken } from "../payments/paymentDocument.ts"
import { describeSubject } from "../payments/receipt.ts"
import { Panel } from "./Panel.tsx"
import { toCostFields } from "./PaymentReview.tsx"

/** Renders the cost of a higher fee for a pending payment. */
export const renderRaiseReview =
  (review: FeeBump, entry: Pick<LedgerEntry, "subject">) =>
  (columns: number): ReactElement => {
    const before = formatTokenAmount(review.before, toNativeToken(review.network))
    return (
      <Panel
        title="Raise the fee of this payment"
        mark="?"
        tone="cyan"
        columns={columns}
        fields={[
          ...describeSubject(entry).fields,
          ...toCostFields(review, "New fee", [{ label: "Fee", text: before }]),
        ]}
      />
    )
  }
