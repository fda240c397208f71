import type { ReactNode } from "react"
import { Icon } from "./Icon.tsx"

export interface NoticeProps {
  readonly tone: "bad" | "warn" | "info"
  readonly title: string
  readonly text?: string | undefined
  readonly children?: ReactNode
}

/** A notice about an event and its consequences. Screen readers announce it when it appears; errors at once. */
export const Notice = ({ tone, title, text, children }: NoticeProps) => (
  <div className="notice" data-tone={tone} role={tone === "bad" ? "alert" : "status"}>
    <Icon name="alert" />
    <div className="notice-text">
      <strong>{title}</strong>
      {text !== undefined && <span>{text}</span>}
      {children}
    </div>
  </div>
)
