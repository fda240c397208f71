import type { ReactNode } from "react"
import { Icon } from "./Icon.tsx"

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
