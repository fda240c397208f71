import type { Holding } from "@wmodal/core/flows"
import { fiatText, quantityText } from "../../messages/numbers.ts"
import { useWords } from "../../messages/Words.tsx"
import { Picture } from "../../ui/Picture.tsx"

/** A token's quantity is cut after these: of less than one, a hundredth may be a lot. */
const digits = 2
const digitsBelowOne = 6

/** How much of one token there is, and what that is worth where somebody knows. */
export const TokenRow = ({ holding: { token, balance, value } }: { readonly holding: Holding }) => {
  const { locale } = useWords()
  const { decimals } = token
  const most = balance < 10n ** BigInt(decimals) ? digitsBelowOne : digits
  const quantity = quantityText(locale, { units: balance, decimals }, digits, most)
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
