import type { Fee, FeePart } from "@wmodal/chains"
import type { Network } from "@wmodal/protocol"
import { type Translate, useMessages } from "../../messages/Translate.tsx"
import { Fact } from "../../ui/Fact.tsx"
import { formatShortAmount } from "./formatAmounts.ts"

export interface FeePartsProps {
  readonly fee: Fee
  readonly network: Network
}

/** The parts of a fee, as lines of a `dl`. */
export const FeeParts = ({ fee: { parts = [] }, network }: FeePartsProps) => {
  const words = useMessages()
  return parts.map((part) => (
    <Fact name={words.t(names[part._tag])} key={part._tag}>
      <bdi dir="ltr">{describeFeePart(part, network, words)}</bdi>
    </Fact>
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
