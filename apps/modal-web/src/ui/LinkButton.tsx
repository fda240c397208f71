import type { ReactNode } from "react"
import { Icon } from "./Icon.tsx"

export interface LinkButtonProps {
  readonly href: string
  readonly children: ReactNode
  readonly label: string
  readonly tone?: "primary" | "quiet"
  /** Called as the link opens. */
  readonly onPress?: () => void
}

/** A link that opens in a new tab without a referrer and an opener. */
export const LinkButton = ({ href, children, label, tone = "primary", onPress }: LinkButtonProps) => (
  <a
    className="button"
    data-tone={tone}
    href={href}
    target="_blank"
    rel="noopener noreferrer"
    aria-label={label}
    onClick={onPress}
  >
    <span>{children}</span>
    <Icon name="out" />
  </a>
)
