import type { ReactNode } from "react"
import { Icon, type IconName } from "./Icon.tsx"

export interface UiButtonProps {
  readonly children: ReactNode
  readonly onPress: () => void
  readonly tone?: "primary" | "quiet" | "bad"
  readonly icon?: IconName
  readonly label?: string
}

export const Button = ({ children, onPress, tone = "primary", icon, label }: UiButtonProps) => (
  <button type="button" className="button" data-tone={tone} onClick={onPress} aria-label={label}>
    {icon && <Icon name={icon} />}
    <span>{children}</span>
  </button>
)
