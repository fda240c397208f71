import type { SendReview } from "@wmodal/core/flows"
import { useMessages } from "../../messages/Translate.tsx"
import { Fact } from "../../ui/Fact.tsx"
import { AmountWithValue } from "./AmountWithValue.tsx"
import { FeeParts } from "./FeeParts.tsx"
import { useArrivalTime } from "./useArrivalTime.ts"

/** The network fee, the network, and the arrival time. */
export const ReviewFacts = ({ review: { fee, feeFiat, network } }: { readonly review: SendReview }) => {
  const { t } = useMessages()
  const arrival = useArrivalTime(fee.seconds)
  return (
    <dl className="send-facts">
      <Fact name={t("send.network")}>
        <bdi>{network.name}</bdi>
      </Fact>
      <Fact name={t("send.fee")}>
        {fee.most === 0n ? (
          t("send.feeWallet")
        ) : (
          <AmountWithValue units={fee.expected} counted={network.nativeCurrency} fiat={feeFiat} />
        )}
      </Fact>
      <FeeParts fee={fee} network={network} />
      {fee.most > fee.expected && (
        <Fact name={t("send.feeMost")}>
          <AmountWithValue units={fee.most} counted={network.nativeCurrency} fiat={null} />
        </Fact>
      )}
      {arrival !== null && <Fact name={t("send.arrives")}>{arrival}</Fact>}
    </dl>
  )
}
