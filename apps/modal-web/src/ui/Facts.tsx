import type { ReactNode } from "react"

export interface FactProps {
  readonly name: string
  readonly children: ReactNode
  /** What is long stands below its name. */
  readonly wide?: boolean
}

export interface FactsProps {
  readonly children: ReactNode
}

/** Names and what belongs to them, line by line. */
export const Facts = ({ children }: FactsProps) => <dl className="facts">{children}</dl>

export const Fact = ({ name, children, wide }: FactProps) => (
  <div className="fact" data-wide={wide}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
