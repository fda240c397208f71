import type { FeeState } from "@wmodal/core/flows"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Fact } from "../../ui/Fact.tsx"
import { AmountWithValue } from "./AmountWithValue.tsx"
import { FeeParts } from "./FeeParts.tsx"
import { useArrivalTime } from "./useArrivalTime.ts"

/** The network fee and the arrival time. */
export const FeeFacts = ({ fee }: { readonly fee: FeeState }) => {
  const { engine } = useEngine()
  const { t } = useMessages()
  const arrival = useArrivalTime(fee._tag === "Estimated" ? fee.fee.seconds : null)
  const { network } = useValue(engine.networks.shown)
  if (fee._tag === "None") return null
  return (
    <dl className="send-facts">
      <Fact name={t("send.fee")}>
        {fee._tag === "Estimated" ? (
          <AmountWithValue units={fee.fee.expected} counted={network.nativeCurrency} fiat={fee.fiat} />
        ) : fee._tag === "Failed" ? (
          t("send.feeUnknown")
        ) : (
          <span role="status">
            <span className="hidden">{t("send.feeLooking")}</span>
            <span className="skeleton-text skeleton" aria-hidden="true" />
          </span>
        )}
      </Fact>
      {fee._tag === "Estimated" && <FeeParts fee={fee.fee} network={network} />}
      {arrival !== null && <Fact name={t("send.arrives")}>{arrival}</Fact>}
    </dl>
  )
}
