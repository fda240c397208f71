import type { Holding } from "@wmodal/core/flows"
import { fiatText, quantityText } from "../../messages/numbers.ts"
import { useWords } from "../../messages/Words.tsx"
import { Picture } from "../../ui/Picture.tsx"

/** A token's quantity is cut after these. */
const digits = 2

/** How much of one token there is, and what that is worth where somebody knows. */
export const TokenRow = ({ holding: { token, balance, value } }: { readonly holding: Holding }) => {
  const { locale } = useWords()
  const quantity = quantityText(locale, { units: balance, decimals: token.decimals }, digits)
  return (
    <div className="row plain still">
      <Picture source={token.icon} name={token.symbol} shape="network" />
      <span className="row-text">
        <span className="row-title">
          <bdi>{token.name}</bdi>
        </span>
        <span className="row-detail">
          <bdi dir="ltr">{`${quantity} ${token.symbol}`}</bdi>
        </span>
      </span>
      {value !== null && (
        <span className="row-figure">
          <bdi dir="ltr">{fiatText(locale, value)}</bdi>
        </span>
      )}
    </div>
  )
}
