import type { ReactNode } from "react"

export interface DetailRowProps {
  readonly name: string
  readonly children: ReactNode
  /** A long value, shown below its name. */
  readonly wide?: boolean
}

export interface DetailListProps {
  readonly children: ReactNode
}

/** A list of names and values, line by line. */
export const DetailList = ({ children }: DetailListProps) => <dl className="facts">{children}</dl>

export const DetailRow = ({ name, children, wide }: DetailRowProps) => (
  <div className="fact" data-wide={wide}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
