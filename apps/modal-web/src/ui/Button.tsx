import type { ReactNode } from "react"
import { Icon, type IconName } from "./Icon.tsx"

export interface ButtonProps {
  readonly children: ReactNode
  readonly onPress: () => void
  readonly tone?: "primary" | "quiet" | "bad"
  readonly icon?: IconName
  readonly label?: string
}

export const Button = ({ children, onPress, tone = "primary", icon, label }: ButtonProps) => (
  <button type="button" className="button" data-tone={tone} onClick={onPress} aria-label={label}>
    {icon && <Icon name={icon} />}
    <span>{children}</span>
  </button>
)

export interface LinkButtonProps {
  readonly href: string
  readonly children: ReactNode
  readonly label: string
  readonly tone?: "primary" | "quiet"
}

/** Leaves the page in a new tab, which learns nothing of this one. */
export const LinkButton = ({ href, children, label, tone = "primary" }: LinkButtonProps) => (
  <a
    className="button"
    data-tone={tone}
    href={href}
    target="_blank"
    rel="noopener noreferrer"
    aria-label={label}
  >
    <span>{children}</span>
    <Icon name="out" />
  </a>
)
