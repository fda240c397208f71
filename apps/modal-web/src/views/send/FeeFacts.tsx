import type { Fee, FeePart } from "@wmodal/chains"
import type { FeeState, SendReview } from "@wmodal/core/flows"
import type { Network } from "@wmodal/protocol"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { type Translate, useMessages } from "../../messages/Translate.tsx"
import { Fact } from "../../ui/Fact.tsx"
import { AmountWithValue } from "./AmountWithValue.tsx"
import { formatShortAmount } from "./formatAmounts.ts"

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

interface FeePartsProps {
  readonly fee: Fee
  readonly network: Network
}

/** The parts of a fee, as lines of a `dl`. */
export const FeeParts = ({ fee: { parts = [] }, network }: FeePartsProps) => {
  const words = useMessages()
  return parts.map((part) => (
    <Fact name={words.t(names[part._tag])} key={part._tag} amount={describeFeePart(part, network, words)} />
  ))
}

const names = { Priority: "send.feePriority", Rent: "send.feeRent", Rate: "send.feeRate" } as const

const describeFeePart = (part: FeePart, { nativeCurrency }: Network, { t, locale }: Translate): string => {
  if (part._tag !== "Rate") return formatShortAmount(locale, part.amount, nativeCurrency)
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  return t("send.feeRateText", { rate: number.format(part.perVbyte), size: number.format(part.vbytes) })
}

/** The reason for opening an account and the owner of its deposit; nothing when none is opened. */
export const RentNote = ({ fee }: Pick<FeePartsProps, "fee">) => {
  const { t } = useMessages()
  return (
    fee.parts?.some(({ _tag }) => _tag === "Rent") && <p className="send-note">{t("send.feeRentText")}</p>
  )
}

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

/** Seconds from which the time is shown in minutes. */
const minMinutesSeconds = 90

/** Returns the time until a payment arrives, as text; `null` when it is unknown. */
export const useArrivalTime = (seconds: number | null): string | null => {
  const { t } = useMessages()
  if (seconds === null) return null
  return seconds < minMinutesSeconds
    ? t("send.seconds", { count: Math.max(1, Math.round(seconds)) })
    : t("send.minutes", { count: Math.round(seconds / 60) })
}
