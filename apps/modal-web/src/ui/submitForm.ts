import type { MouseEvent } from "react"

/** Submits a button's form by the event alone. In a sandbox without `allow-forms`, browsers submit no form and say nothing. */
export const submitForm = (event: MouseEvent<HTMLButtonElement>) => {
  const { currentTarget: submitter } = event
  event.preventDefault()
  submitter.form?.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter }))
}
