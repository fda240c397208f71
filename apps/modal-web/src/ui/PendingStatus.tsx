import type { ReactNode } from "react"
import { Ring, type RingProps } from "./Ring.tsx"

export interface PendingStatusProps {
  readonly picture: ReactNode
  readonly ring: RingProps["state"]
  readonly title: string
  readonly text?: string | undefined
  /** Notices and the next action. */
  readonly children?: ReactNode
}

/** Whoever is asked, and how that goes. The words are spoken whenever they change. */
export const PendingStatus = ({ picture, ring, title, text, children }: PendingStatusProps) => (
  <div className="asking">
    <Ring state={ring}>{picture}</Ring>
    <div className="asking-words" role="status">
      <h2>{title}</h2>
      {text !== undefined && <p>{text}</p>}
    </div>
    {children}
  </div>
)
