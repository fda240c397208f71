import type { FeeBump, LedgerEntry } from "@wmodal/core/flows"
import { useFlows } from "../../binding/useFlows.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Fact } from "../../ui/Fact.tsx"
import { AmountWithValue } from "../send/AmountWithValue.tsx"
import { FeeParts, useArrivalTime } from "../send/FeeFacts.tsx"
import { type OfferCardProps, OfferedReview, OfferForm } from "./OfferedReview.tsx"

/** Offers a higher fee for a pending payment, so that it confirms sooner. It stays the same payment. */
export const FeeBumpPanel = ({ entry }: { readonly entry: LedgerEntry }) => {
  const { send } = useFlows()
  return (
    <OfferedReview
      kind="raise"
      isOffered={send.canRaiseFee(entry)}
      prepare={send.raiseFee(entry.id)}
      submit={send.submitRaise}
      card={FeeBumpCard}
    />
  )
}

/** The current and the new fee. */
export const FeeBumpCard = ({
  review: { before, fee, feeFiat, network },
  ...form
}: OfferCardProps<FeeBump>) => {
  const { t } = useMessages()
  const arrival = useArrivalTime(fee.seconds)
  return (
    <OfferForm kind="raise" network={network} {...form}>
      <Fact name={t("raise.before")}>
        <AmountWithValue units={before} counted={network.nativeCurrency} fiat={null} />
      </Fact>
      <Fact name={t("raise.after")}>
        <AmountWithValue units={fee.expected} counted={network.nativeCurrency} fiat={feeFiat} />
      </Fact>
      <FeeParts fee={fee} network={network} />
      {arrival !== null && <Fact name={t("send.arrives")}>{arrival}</Fact>}
    </OfferForm>
  )
}
