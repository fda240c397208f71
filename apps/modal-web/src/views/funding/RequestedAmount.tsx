import type { Holding, Token } from "@wmodal/core/flows"
import { hasKey } from "@wmodal/protocol"
import { useId, useRef, useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useFunding } from "../../binding/useFunding.ts"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { AmountInput } from "../../ui/AmountInput.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { formatExactAmount } from "../send/formatAmounts.ts"
import type { ReadyReceive } from "./WalletReceive.tsx"

/** The optional amount and token that the code requests. */
export const RequestedAmount = ({ state }: { readonly state: ReadyReceive }) => {
  const { run } = useEngine()
  const { t, locale } = useMessages()
  const { receive } = useFunding()
  const { form, invalid, request } = state
  const [open, setOpen] = useState(form.amount !== "")
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const toggle = () => {
    if (open) run(receive.typeAmount(""))
    setOpen(!open)
  }
  const { requested, network } = request
  const described = invalid
    ? t("receive.invalid", { decimals: form.token.decimals })
    : requested === null
      ? t("receive.noAmount")
      : t("receive.requests", {
          amount: formatExactAmount(locale, requested.amount, requested.token),
          network: network.name,
        })
  return (
    <div className="send-card" data-invalid={invalid}>
      <button type="button" className="text-button" aria-expanded={open} onClick={toggle}>
        {t(open ? "receive.removeAmount" : "receive.addAmount")}
        <Icon name={open ? "close" : "down"} />
      </button>
      {open && (
        <>
          <div className="amount-row">
            <AmountInput
              value={form.amount}
              label={t("receive.amount", { symbol: form.token.symbol })}
              sign={null}
              invalid={invalid}
              describedBy={`${id}-says`}
              input={input}
              onType={(text) => run(receive.typeAmount(text))}
            />
            <TokenChoices current={form.token} onPick={(token) => run(receive.chooseToken(token))} />
          </div>
          <p id={`${id}-says`} className={invalid ? "field-error" : "send-note"} role="status">
            {described}
          </p>
        </>
      )}
    </div>
  )
}

interface TokenChoicesProps {
  readonly current: Token
  readonly onPick: (token: Token) => void
}

const toKey = ({ address }: Token) => address ?? ""

/** The native currency and the account's tokens. */
const TokenChoices = ({ current, onPick }: TokenChoicesProps) => {
  const { t } = useMessages()
  const state = useValue(useFlows().holdings.state)
  const held: readonly Holding[] = hasKey(state, "holdings") ? state.holdings : []
  const tokens = [
    ...new Map([current, ...held.map(({ token }) => token)].map((token) => [toKey(token), token])).values(),
  ]
  return (
    <select
      className="token-button"
      aria-label={t("receive.token")}
      value={toKey(current)}
      onChange={({ target }) => {
        const picked = tokens.find((token) => toKey(token) === target.value)
        if (picked !== undefined) onPick(picked)
      }}
    >
      {tokens.map((token) => (
        <option key={toKey(token)} value={toKey(token)}>
          {token.symbol}
        </option>
      ))}
    </select>
  )
}
