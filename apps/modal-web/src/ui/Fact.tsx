import type { ReactNode } from "react"

export interface FactProps {
  readonly name: ReactNode
  /** An amount, isolated from the direction of the page. Other values are children. */
  readonly amount?: string
  readonly children?: ReactNode
  readonly className?: string
  readonly tone?: "warn" | undefined
}

/** A name and its value, as a line of a `dl`. */
export const Fact = ({ name, amount, children, className, tone }: FactProps) => (
  <div className={className} data-tone={tone}>
    <dt>{name}</dt>
    <dd>{amount === undefined ? children : <bdi dir="ltr">{amount}</bdi>}</dd>
  </div>
)
