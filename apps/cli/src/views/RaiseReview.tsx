import type { FeeRaise, LedgerEntry } from "@wmodal/core/flows"
import { formatAmount } from "@wmodal/protocol"
import type { ReactElement } from "react"
import { nativeOf, usdText } from "../payments/payment.ts"
import { subjectFields } from "../payments/subject.ts"
import { grouped } from "../terminal/grouped.ts"
import { Panel } from "./Panel.tsx"
import { feeParts } from "./PaymentReview.tsx"

/** What paying more for a payment that waits would cost. */
export const raiseDrawn =
  ({ account, before, fee, feeFiat, network }: FeeRaise, entry: Pick<LedgerEntry, "subject">) =>
  (columns: number): ReactElement => {
    const { decimals, symbol } = nativeOf(network)
    const cost = (units: bigint) => `${formatAmount(units, decimals)} ${symbol}`
    const worth = usdText(feeFiat)
    return (
      <Panel
        title="Raise the fee of this payment"
        mark="?"
        tone="cyan"
        columns={columns}
        fields={[
          ...subjectFields(entry),
          { label: "From", text: grouped(account.slice(account.lastIndexOf(":") + 1)) },
          { label: "Network", text: `${network.name} (${network.caipNetworkId})` },
          { label: "Fee", text: cost(before) },
          {
            label: "Fee then",
            text: [`${cost(fee.most)}${worth === "" ? "" : ` (${worth})`}`, ...feeParts(fee, cost)].join(
              "\n",
            ),
          },
        ]}
      />
    )
  }
