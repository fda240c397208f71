import type { ReactNode } from "react"
import { Icon, type IconName } from "./Icon.tsx"

export interface UiButtonProps {
  readonly children: ReactNode
  readonly onPress: () => void
  readonly tone?: "primary" | "quiet" | "bad"
  readonly icon?: IconName
  readonly label?: string
  /**
   * False while a press has no effect because the button has just appeared. When given, the further presses of a double
   * click have none either: on a slow device they come late.
   */
  readonly settled?: boolean
}

export const Button = ({ children, onPress, tone = "primary", icon, label, settled }: UiButtonProps) => (
  <button
    type="button"
    className="button"
    data-tone={tone}
    onClick={({ detail }) => {
      if (settled === undefined || (settled && detail <= 1)) onPress()
    }}
    aria-label={label}
    aria-disabled={settled === false ? true : undefined}
  >
    {icon && <Icon name={icon} />}
    <span>{children}</span>
  </button>
)
