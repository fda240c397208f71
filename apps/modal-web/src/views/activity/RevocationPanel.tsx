import type { LedgerEntry, Revocation } from "@wmodal/core/flows"
import { useFlows } from "../../binding/useFlows.ts"
import { isolateText } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { Fact } from "../../ui/Fact.tsx"
import { AmountWithValue } from "../send/AmountWithValue.tsx"
import { FeeParts } from "../send/FeeFacts.tsx"
import { type OfferCardProps, OfferedReview, OfferForm } from "./OfferedReview.tsx"

/** Offers to take an approval back, such as that of a swap that stopped after it. */
export const RevocationPanel = ({ entry }: { readonly entry: LedgerEntry }) => {
  const { approvals } = useFlows()
  return (
    <OfferedReview
      kind="revoke"
      isOffered={approvals.canRevoke(entry)}
      prepare={approvals.prepareRevocation(entry.id)}
      submit={approvals.revoke}
      card={RevocationCard}
    />
  )
}

/** The spender that may spend nothing more, and the fee. */
const RevocationCard = ({
  review: { fee, feeFiat, network, spender, token },
  ...form
}: OfferCardProps<Revocation>) => {
  const { t } = useMessages()
  return (
    <OfferForm kind="revoke" network={network} values={{ symbol: isolateText(token.symbol) }} {...form}>
      <Fact name={t("revoke.spender")}>
        <AddressGroups address={spender} />
      </Fact>
      <Fact name={t("entry.fee")}>
        <AmountWithValue units={fee.expected} counted={network.nativeCurrency} fiat={feeFiat} />
      </Fact>
      <FeeParts fee={fee} network={network} />
    </OfferForm>
  )
}
