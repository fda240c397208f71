import type { OnrampProvider, OnrampState } from "@wmodal/core/flows"
import { hasKey } from "@wmodal/protocol"
import { useId, useRef } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFunding } from "../../binding/useFunding.ts"
import { formatMoney, getCurrencySign } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { AmountInput } from "../../ui/AmountInput.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { ListItem } from "../../ui/ListItem.tsx"
import { RemoteImage } from "../../ui/RemoteImage.tsx"
import { FlowFailure } from "../wallet/FlowFailure.tsx"
import { BuyQuoteText } from "./BuyQuoteText.tsx"

export type ChoosingBuy = Extract<OnrampState, { readonly _tag: "Choosing" }>

/** Source: the AppKit 1.7.2 wire. */
const presets = [100, 250, 500, 1000] as const

/** The amount, what it buys, and who sells it. */
export const BuyForm = ({ state }: { readonly state: ChoosingBuy }) => {
  const { engine, run } = useEngine()
  const { t, locale } = useMessages()
  const { onramp } = useFunding()
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const { error, form, opening, problem, providers } = state
  const { amount, currency, token } = form
  const formatPreset = (preset: number) =>
    formatMoney(locale, { units: BigInt(preset), decimals: 0 }, currency.id, "stripIfInteger")
  const select = (provider: OnrampProvider) => {
    if (amount === "" || error !== null) input.current?.focus()
    run(onramp.select(provider.name))
  }
  return (
    <div className="receive">
      <section className="send-card" data-invalid={error !== null}>
        <h2 className="send-label">{t("buy.pay")}</h2>
        <div className="amount-row">
          <AmountInput
            value={amount}
            label={t("buy.amount", { currency: currency.id })}
            sign={getCurrencySign(locale, currency.id)}
            invalid={error !== null}
            describedBy={`${id}-limits${error === null ? "" : ` ${id}-wrong`}`}
            input={input}
            onType={(text) => run(onramp.typeAmount(text))}
          />
          <ChoiceButton
            text={currency.id}
            label={t("buy.currency", { currency: currency.id })}
            onPress={() => run(engine.router.push({ _tag: "OnRampFiatSelect" }))}
          />
        </div>
        {error !== null && (
          <p id={`${id}-wrong`} className="field-error" role="alert">
            <Icon name="alert" />
            <span>
              {t(`buy.error.${error._tag}`, {
                limit: hasKey(error, "limit") ? formatMoney(locale, error.limit, currency.id) : "",
              })}
            </span>
          </p>
        )}
        <div className="buy-presets">
          {presets.map((preset) => (
            <button
              key={preset}
              type="button"
              className="chip"
              aria-label={t("buy.preset", { amount: formatPreset(preset) })}
              onClick={() => run(onramp.typeAmount(`${preset}`))}
            >
              {formatPreset(preset)}
            </button>
          ))}
        </div>
        <p id={`${id}-limits`} className="send-note">
          {currency.limits.map(({ max, method, min }) => (
            <span key={method} className="buy-limit">
              {t("buy.limits", {
                method,
                min: formatMoney(locale, min, currency.id),
                max: formatMoney(locale, max, currency.id),
              })}
            </span>
          ))}
        </p>
      </section>
      <section className="send-card">
        <div className="amount-row">
          <h2 className="send-label">{t("buy.get")}</h2>
          <ChoiceButton
            text={token.symbol}
            label={t("buy.token", { symbol: token.symbol })}
            onPress={() => run(engine.router.push({ _tag: "OnRampTokenSelect" }))}
          />
        </div>
        <BuyQuoteText state={state} />
      </section>
      {problem !== null && <FlowFailure problem={problem} />}
      <ul className="list" aria-label={t("buy.providers")}>
        {providers.map((provider) => (
          <li key={provider.name}>
            <ListItem
              picture={<RemoteImage source={null} name={provider.label} shape="network" />}
              title={provider.label}
              detail={
                opening === provider.name
                  ? t("buy.opening", { provider: provider.label })
                  : t("buy.fee", { fee: provider.fee })
              }
              label={t("buy.provider", { provider: provider.label, fee: provider.fee })}
              end={<Icon name="forward" />}
              onPress={() => select(provider)}
            />
          </li>
        ))}
      </ul>
      <button type="button" className="text-button" onClick={() => run(onramp.explain)}>
        {t("buy.what")}
      </button>
    </div>
  )
}

interface ChoiceButtonProps {
  readonly text: string
  readonly label: string
  readonly onPress: () => void
}

const ChoiceButton = ({ text, label, onPress }: ChoiceButtonProps) => (
  <button type="button" className="token-button" aria-label={label} onClick={onPress}>
    <bdi>{text}</bdi>
    <Icon name="down" />
  </button>
)
