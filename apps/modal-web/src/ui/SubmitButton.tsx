import { type ReactNode, useId } from "react"
import { submitForm } from "./submitForm.ts"

export interface SubmitButtonProps {
  readonly children: ReactNode
  /** The missing input; `null` when a press submits. The form decides what a press shows otherwise. */
  readonly missing: string | null
  /** The action in progress, during which a press has no effect; `null` when idle. */
  readonly busy: string | null
  /** False while a press has no effect because the form has just appeared. */
  readonly settled?: boolean
}

/** The primary button of a form. It stays focusable while it is inactive, and names the reason. */
export const SubmitButton = ({ children, missing, busy, settled = true }: SubmitButtonProps) => {
  const id = useId()
  const idle = missing !== null || busy !== null
  return (
    <>
      <button
        type="submit"
        className="button"
        data-tone="primary"
        aria-disabled={idle || !settled}
        aria-describedby={idle ? id : undefined}
        onClick={submitForm}
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
