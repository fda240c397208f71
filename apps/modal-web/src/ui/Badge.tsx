import type { ReactNode } from "react"

export interface BadgeProps {
  readonly children: ReactNode
  readonly tone?: "plain" | "ok" | "accent" | "warn" | "bad"
}

export const Badge = ({ children, tone = "plain" }: BadgeProps) => (
  <span className="badge" data-tone={tone}>
    {children}
  </span>
)
