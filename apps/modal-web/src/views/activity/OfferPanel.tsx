import type { SendError } from "@wmodal/core/flows"
import type { ReactNode } from "react"
import { FocusOnMount } from "../../ui/FocusOnMount.tsx"
import { FlowNotice } from "../wallet/FlowNotice.tsx"

/** The error of an offer that failed. */
export const OfferError = ({ error }: { readonly error: SendError | null }) =>
  error !== null && (
    <FocusOnMount key={error.reason._tag}>
      <FlowNotice error={error} />
    </FocusOnMount>
  )

/** What was done. */
export const OfferDone = ({ children }: { readonly children: ReactNode }) => (
  <FocusOnMount>
    <p className="raise-said" role="status">
      {children}
    </p>
  </FocusOnMount>
)

export interface OfferPanelProps {
  readonly why: string
  readonly label: string
  readonly isLooking: boolean
  readonly onPress: () => void
}

/** An offer with its reason. */
export const OfferPanel = ({ why, label, isLooking, onPress }: OfferPanelProps) => (
  <div className="raise">
    <span>{why}</span>
    <button type="button" className="chip" onClick={onPress}>
      {isLooking && <span className="spinner" aria-hidden="true" />}
      {label}
    </button>
  </div>
)
