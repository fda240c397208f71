import type { Revocation } from "@wmodal/core/flows"
import { formatAmount, toPlainAddress } from "@wmodal/protocol"
import type { ReactElement } from "react"
import { formatUsd, toNativeToken } from "../payments/paymentDocument.ts"
import { formatAddressGroups } from "../terminal/addressGroups.ts"
import { Panel } from "./Panel.tsx"
import { describeFeeParts } from "./PaymentReview.tsx"

/** Renders what a revocation changes and costs. */
export const renderRevocationReview =
  ({ account, fee, feeFiat, network, spender, token }: Revocation) =>
  (columns: number): ReactElement => {
    const { decimals, symbol } = toNativeToken(network)
    const cost = (units: bigint) => `${formatAmount(units, decimals)} ${symbol}`
    const worth = formatUsd(feeFiat)
    return (
      <Panel
        title="Take an approval back"
        mark="?"
        tone="cyan"
        columns={columns}
        fields={[
          { label: "Token", text: token.symbol },
          { label: "Spender", text: formatAddressGroups(spender) },
          { label: "Then", text: `It may spend no ${token.symbol} of yours.` },
          { label: "From", text: formatAddressGroups(toPlainAddress(account)) },
          { label: "Network", text: `${network.name} (${network.caipNetworkId})` },
          {
            label: "Fee",
            text: [
              `${cost(fee.most)}${worth === "" ? "" : ` (${worth})`}`,
              ...describeFeeParts(fee, cost),
            ].join("\n"),
          },
        ]}
      />
    )
  }
