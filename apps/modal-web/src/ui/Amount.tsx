export interface AmountProps {
  /** A decimal number with a dot. */
  readonly text: string
  readonly symbol: string
  readonly label: string
}

/** A big number whose fraction is muted. Isolated, so that it reads the same in a right-to-left page. */
export const Amount = ({ text, symbol, label }: AmountProps) => {
  const [whole, fraction] = text.split(".")
  return (
    <p className="amount">
      <span className="hidden">{label}</span>
      <bdi dir="ltr">
        <span>{whole}</span>
        {fraction !== undefined && <span className="faint">{`.${fraction}`}</span>}
        <span className="faint">{` ${symbol}`}</span>
      </bdi>
    </p>
  )
}
