import type { SwapError, SwapForm } from "@wmodal/core/flows"
import { multiplyDecimals, parseDecimal } from "@wmodal/protocol"
import { Result } from "effect"
import { type RefObject, useId } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { AmountInput } from "../../ui/AmountInput.tsx"
import { Available } from "../wallet/Available.tsx"
import { TokenAmountCard } from "../wallet/TokenAmountCard.tsx"
import { SideValue } from "./SideValue.tsx"

export interface SourceCardProps {
  readonly form: SwapForm
  readonly wrong: SwapError | null
  readonly input: RefObject<HTMLInputElement | null>
}

/** Returns the value of the typed amount; `null` when unknown. */
const getTypedValue = ({ source, amount }: SwapForm) => {
  const typed = parseDecimal(amount.replace(/\.$/, ""))
  return source === null || source.price === null || Result.isFailure(typed)
    ? null
    : multiplyDecimals(typed.success, source.price)
}

/** The amount and the token to pay. */
export const SourceCard = ({ form, wrong, input }: SourceCardProps) => {
  const { run } = useEngine()
  const { t } = useMessages()
  const { swap } = useFlows()
  const id = useId()
  const { source } = form
  const symbol = source?.token.symbol ?? ""
  const held = source !== null && source.balance !== null
  const describedBy = [held && `${id}-have`, wrong !== null && `${id}-wrong`]
  return (
    <TokenAmountCard
      token={source?.token ?? null}
      label={t("swap.chooseSource", { symbol })}
      choose={{ _tag: "SwapSelectToken", target: "source" }}
      error={wrong}
      errorId={`${id}-wrong`}
      above={
        <div className="swap-top">
          <h2 className="send-label">{t("swap.pay")}</h2>
          {source !== null && source.balance !== null && (
            <Available
              id={`${id}-have`}
              token={source.token}
              balance={source.balance}
              onMax={() => run(swap.useMax)}
            />
          )}
        </div>
      }
      below={<SideValue value={getTypedValue(form)} />}
    >
      <AmountInput
        value={form.amount}
        label={source === null ? t("entry.amount") : t("send.amount", { symbol })}
        sign={null}
        invalid={wrong !== null}
        describedBy={describedBy.filter(Boolean).join(" ") || undefined}
        input={input}
        onType={(text) => run(swap.typeAmount(text))}
      />
    </TokenAmountCard>
  )
}
