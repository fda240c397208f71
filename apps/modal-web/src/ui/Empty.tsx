import type { ReactNode } from "react"
import { Icon, type IconName } from "./Icon.tsx"

export interface EmptyProps {
  readonly icon: IconName
  readonly title: string
  readonly text: string
  /** The next action. */
  readonly children?: ReactNode
}

export const Empty = ({ icon, title, text, children }: EmptyProps) => (
  <div className="empty">
    <span className="empty-icon">
      <Icon name={icon} />
    </span>
    <h2>{title}</h2>
    <p>{text}</p>
    {children}
  </div>
)
