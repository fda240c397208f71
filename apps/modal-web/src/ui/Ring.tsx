import type { ReactNode } from "react"

export interface RingProps {
  readonly children: ReactNode
  readonly state: "turning" | "still" | "bad" | "ok"
}

/** A ring around the icon of the requested wallet. It rotates while the request is pending. */
export const Ring = ({ children, state }: RingProps) => (
  <div className="ring" data-state={state}>
    <svg viewBox="0 0 112 112" aria-hidden="true">
      <rect x="1.5" y="1.5" width="109" height="109" rx="30" />
      <rect x="1.5" y="1.5" width="109" height="109" rx="30" pathLength="100" className="ring-run" />
    </svg>
    {children}
  </div>
)
