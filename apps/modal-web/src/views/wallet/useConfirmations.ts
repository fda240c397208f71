import { useState } from "react"
import type { ConfirmationState } from "./CheckboxConfirmation.tsx"

interface Confirmations<Warning> {
  /** True while a warning is not confirmed. */
  readonly isOpen: boolean
  readonly getState: (warning: Warning) => ConfirmationState
}

/**
 * Keeps the confirmation of each warning of a review. A tag is acknowledged with its last warning.
 * @param getKey Returns the shown value of a warning: a confirmation for one value does not cover another.
 */
export const useConfirmations = <Warning extends { readonly _tag: string }>(
  warnings: readonly Warning[],
  passed: readonly Warning["_tag"][],
  acknowledge: (tag: Warning["_tag"]) => void,
  getKey: (warning: Warning) => string = ({ _tag }) => _tag,
): Confirmations<Warning> => {
  const [done, setDone] = useState(() => warnings.filter(({ _tag }) => passed.includes(_tag)).map(getKey))
  const onAct = (warning: Warning, isDone: boolean) => {
    const key = getKey(warning)
    const next = [...done.filter((one) => one !== key), ...(isDone ? [key] : [])]
    setDone(next)
    if (warnings.every((one) => one._tag !== warning._tag || next.includes(getKey(one))))
      acknowledge(warning._tag)
  }
  return {
    isOpen: warnings.some((warning) => !done.includes(getKey(warning))),
    getState: (warning) => ({
      done: done.includes(getKey(warning)),
      onAct: (isDone) => onAct(warning, isDone),
    }),
  }
}
