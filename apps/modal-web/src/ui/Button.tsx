import type { ReactNode } from "react"
import { Icon, type IconName } from "./Icon.tsx"

export interface UiButtonProps {
  readonly children: ReactNode
  readonly onPress: () => void
  readonly tone?: "primary" | "quiet" | "bad"
  readonly icon?: IconName
  readonly label?: string
  /** False while a press has no effect because the button has just appeared. */
  readonly settled?: boolean
}

export const Button = ({
  children,
  onPress,
  tone = "primary",
  icon,
  label,
  settled = true,
}: UiButtonProps) => (
  <button
    type="button"
    className="button"
    data-tone={tone}
    onClick={settled ? onPress : undefined}
    aria-label={label}
    aria-disabled={settled ? undefined : true}
  >
    {icon && <Icon name={icon} />}
    <span>{children}</span>
  </button>
)
