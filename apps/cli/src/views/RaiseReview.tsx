import type { FeeBump, LedgerEntry } from "@wmodal/core/flows"
import { formatAmount, toPlainAddress } from "@wmodal/protocol"
import type { ReactElement } from "react"
import { formatUsd, toNativeToken } from "../payments/paymentDocument.ts"
import { describeSubject } from "../payments/receipt.ts"
import { formatAddressGroups } from "../terminal/addressGroups.ts"
import { Panel } from "./Panel.tsx"
import { describeFeeParts } from "./PaymentReview.tsx"

/** Renders the cost of a higher fee for a pending payment. */
export const renderRaiseReview =
  ({ account, before, fee, feeFiat, network }: FeeBump, entry: Pick<LedgerEntry, "subject">) =>
  (columns: number): ReactElement => {
    const { decimals, symbol } = toNativeToken(network)
    const cost = (units: bigint) => `${formatAmount(units, decimals)} ${symbol}`
    const worth = formatUsd(feeFiat)
    return (
      <Panel
        title="Raise the fee of this payment"
        mark="?"
        tone="cyan"
        columns={columns}
        fields={[
          ...describeSubject(entry).fields,
          { label: "From", text: formatAddressGroups(toPlainAddress(account)) },
          { label: "Network", text: `${network.name} (${network.caipNetworkId})` },
          { label: "Fee", text: cost(before) },
          {
            label: "New fee",
            text: [
              `${cost(fee.most)}${worth === "" ? "" : ` (${worth})`}`,
              ...describeFeeParts(fee, cost),
            ].join("\n"),
          },
        ]}
      />
    )
  }
