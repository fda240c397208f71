import { type ReactNode, useId } from "react"

export interface SubmitButtonProps {
  readonly children: ReactNode
  /** What is still missing; `null` where a press does it. Pressed all the same, its form decides what to show. */
  readonly missing: string | null
  /** What is going on while a press has no effect; `null` at rest. */
  readonly busy: string | null
}

/** The primary button of a form. It stays reachable where it cannot do anything yet, and says why. */
export const SubmitButton = ({ children, missing, busy }: SubmitButtonProps) => {
  const id = useId()
  const idle = missing !== null || busy !== null
  return (
    <>
      <button
        type="submit"
        className="button"
        data-tone="primary"
        aria-disabled={idle}
        aria-describedby={idle ? id : undefined}
      >
        {busy !== null && <span className="spinner" aria-hidden="true" />}
        <span>{children}</span>
      </button>
      <span className="hidden" role="status">
        {busy}
      </span>
      <span id={id} hidden>
        {busy ?? missing}
      </span>
    </>
  )
}
