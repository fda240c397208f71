import type { ReactNode } from "react"

export interface FactProps {
  readonly name: ReactNode
  readonly children: ReactNode
  readonly className?: string
  readonly tone?: "warn" | undefined
}

/** A name and its value, as a line of a `dl`. */
export const Fact = ({ name, children, className, tone }: FactProps) => (
  <div className={className} data-tone={tone}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
