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

/** The status of a pending request with its wallet. Screen readers announce every change of the text. */
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
