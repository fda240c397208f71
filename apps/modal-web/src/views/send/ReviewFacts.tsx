import type { SendReview } from "@wmodal/core/flows"
import { useMessages } from "../../messages/Translate.tsx"
import { AmountWithValue } from "./AmountWithValue.tsx"
import { FeeParts } from "./FeeParts.tsx"
import { useArrivalTime } from "./useArrivalTime.ts"

/** The network fee, the network, and the arrival time. */
export const ReviewFacts = ({ review: { fee, feeFiat, network } }: { readonly review: SendReview }) => {
  const { t } = useMessages()
  const arrival = useArrivalTime(fee.seconds)
  return (
    <dl className="send-facts">
      <div>
        <dt>{t("send.network")}</dt>
        <dd>
          <bdi>{network.name}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t("send.fee")}</dt>
        <dd>
          {fee.most === 0n ? (
            t("send.feeWallet")
          ) : (
            <AmountWithValue units={fee.expected} counted={network.nativeCurrency} fiat={feeFiat} />
          )}
        </dd>
      </div>
      <FeeParts fee={fee} network={network} />
      {fee.most > fee.expected && (
        <div>
          <dt>{t("send.feeMost")}</dt>
          <dd>
            <AmountWithValue units={fee.most} counted={network.nativeCurrency} fiat={null} />
          </dd>
        </div>
      )}
      {arrival !== null && (
        <div>
          <dt>{t("send.arrives")}</dt>
          <dd>{arrival}</dd>
        </div>
      )}
    </dl>
  )
}
