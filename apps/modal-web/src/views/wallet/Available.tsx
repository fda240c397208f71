import type { Token } from "@wmodal/core/flows"
import { useMessages } from "../../messages/Translate.tsx"
import { formatShortAmount } from "../send/formatAmounts.ts"

export interface AvailableProps {
  readonly id: string
  readonly token: Token
  /** Base units. */
  readonly balance: bigint
  /** True when the maximum is selected; absent when that is unknown. */
  readonly isMax?: boolean
  readonly onMax: () => void
}

/** The available balance, and a button that selects all of it. */
export const Available = ({ id, token, balance, isMax, onMax }: AvailableProps) => {
  const { t, locale } = useMessages()
  return (
    <span className="amount-have">
      <bdi id={id}>{t("send.available", { amount: formatShortAmount(locale, balance, token) })}</bdi>
      <button
        type="button"
        className="text-button"
        aria-label={t(token.address === null ? "send.maxLessFee" : "send.maxLabel")}
        aria-pressed={isMax}
        onClick={onMax}
      >
        {t("send.max")}
      </button>
    </span>
  )
}
