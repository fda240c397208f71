import { parseDecimal } from "@wmodal/protocol"
import { Result } from "effect"
import { formatExactNumber, formatMoney } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Fact } from "../../ui/Fact.tsx"
import type { ChoosingBuy } from "./BuyForm.tsx"

const toDecimal = (text: string) => Result.getOrElse(parseDecimal(text), () => ({ units: 0n, decimals: 0 }))

/** What the amount buys. A price that the server did not give is marked as an estimate. */
export const BuyQuoteText = ({ state: { form, quote } }: { readonly state: ChoosingBuy }) => {
  const { t, locale } = useMessages()
  switch (quote._tag) {
    case "None":
      return <p className="send-note">{t("buy.noAmount")}</p>
    case "Loading":
      return (
        <p className="send-note" role="status">
          {t("buy.quoting")}
        </p>
      )
    case "Quoted":
      return (
        <>
          <p className="buy-bought" role="status">
            <bdi>
              {t("buy.quoted", {
                amount: `${formatExactNumber(locale, toDecimal(quote.amount))} ${quote.symbol}`,
              })}
            </bdi>
          </p>
          <dl className="send-facts">
            <Fact name={t("buy.fees")} amount={formatMoney(locale, quote.fees, form.currency.id)} />
          </dl>
        </>
      )
    case "Estimate":
      return (
        <p className="send-note" role="status">
          <strong>{t("buy.estimate")}</strong>{" "}
          {t("buy.estimateText", {
            symbol: form.token.symbol,
            amount: formatMoney(locale, toDecimal(form.amount.replace(/\.$/, "")), form.currency.id),
          })}
        </p>
      )
  }
}
