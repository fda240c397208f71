import { zeroDecimal } from "@wmodal/protocol"
import { type RefObject, useId } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { AmountInput } from "../../ui/AmountInput.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { Available } from "../wallet/Available.tsx"
import { TokenAmountCard } from "../wallet/TokenAmountCard.tsx"
import { formatFiatAmount, formatShortAmount } from "./formatAmounts.ts"
import { getSendErrorField } from "./formErrors.ts"
import type { EditingSend } from "./SendForm.tsx"

export interface AmountCardProps {
  readonly state: EditingSend
  readonly input: RefObject<HTMLInputElement | null>
}

/** The amount and the token to send. */
export const AmountCard = ({ state: { form, amount, error }, input }: AmountCardProps) => {
  const { run } = useEngine()
  const { t } = useMessages()
  const { send } = useFlows()
  const id = useId()
  const { holding, unit } = form
  const token = holding?.token ?? null
  const symbol = token?.symbol ?? ""
  const wrong = error !== null && getSendErrorField(error) === "amount" ? error : null
  const inFiat = unit === "fiat"
  return (
    <TokenAmountCard
      token={token}
      label={t("send.token", { symbol })}
      choose={{ _tag: "WalletSendSelectToken" }}
      error={wrong}
      errorId={`${id}-wrong`}
      below={
        holding !== null && (
          <div className="amount-row">
            <OtherUnit form={form} amount={amount} />
            <Available
              id={`${id}-have`}
              token={holding.token}
              balance={holding.balance}
              isMax={form.max}
              onMax={() => run(send.useMax)}
            />
          </div>
        )
      }
    >
      <AmountInput
        value={form.amount}
        label={inFiat ? t("send.amountFiat") : t("send.amount", { symbol })}
        sign={inFiat ? "$" : null}
        invalid={wrong !== null}
        describedBy={`${id}-have${wrong === null ? "" : ` ${id}-wrong`}`}
        input={input}
        onType={(text) => run(send.typeAmount(text))}
      />
    </TokenAmountCard>
  )
}

/** The amount in the other unit; a press makes it the input's unit. Hidden without a known price. */
const OtherUnit = ({ form, amount }: Pick<EditingSend, "form" | "amount">) => {
  const { run } = useEngine()
  const { t, locale } = useMessages()
  const { send } = useFlows()
  const { holding, unit } = form
  if (holding === null || holding.price === null) return <span />
  const { token } = holding
  const toToken = unit === "fiat"
  const other = toToken
    ? formatShortAmount(locale, amount.units ?? 0n, token)
    : formatFiatAmount(locale, amount.fiat ?? zeroDecimal)
  return (
    <button
      type="button"
      className="text-button muted"
      aria-label={
        toToken
          ? t("send.switchToToken", { amount: other, symbol: token.symbol })
          : t("send.switchToFiat", { amount: other })
      }
      onClick={() => run(send.switchUnit)}
    >
      <bdi dir="ltr">{other}</bdi>
      <Icon name="flip" />
    </button>
  )
}
