import { type ReactNode, useState } from "react"
import { useMessages } from "../../messages/Translate.tsx"
import { WarningConfirmation, type WarningText } from "./WarningConfirmation.tsx"

/** The warnings of a review. */
interface ReviewWarnings<Warning extends { readonly _tag: string }> {
  readonly warnings: readonly Warning[]
  /** The tags that are acknowledged already. */
  readonly passed: readonly Warning["_tag"][]
  readonly acknowledge: (tag: Warning["_tag"]) => void
  readonly describe: (warning: Warning) => WarningText
  /** Returns the shown value of a warning: a confirmation for one value does not cover another. */
  readonly getKey?: (warning: Warning) => string
}

/**
 * Keeps the confirmation of each warning of a review. A tag is acknowledged with its last warning.
 * @returns their rows, and the reason why the review cannot be submitted while one is not confirmed.
 */
export const useWarnings = <Warning extends { readonly _tag: string }>({
  warnings,
  passed,
  acknowledge,
  describe,
  getKey = ({ _tag }) => _tag,
}: ReviewWarnings<Warning>): { readonly rows: ReactNode; readonly missing: string | null } => {
  const { t } = useMessages()
  const [done, setDone] = useState(() => warnings.filter(({ _tag }) => passed.includes(_tag)).map(getKey))
  const onAct = (warning: Warning, isDone: boolean) => {
    const key = getKey(warning)
    const next = [...done.filter((one) => one !== key), ...(isDone ? [key] : [])]
    setDone(next)
    if (warnings.every((one) => one._tag !== warning._tag || next.includes(getKey(one))))
      acknowledge(warning._tag)
  }
  return {
    missing: warnings.some((warning) => !done.includes(getKey(warning))) ? t("send.confirmWhy") : null,
    rows: warnings.map((warning) => (
      <WarningConfirmation
        // Not by its value, which may change while the user types.
        key={`${warning._tag} ${warnings.filter(({ _tag }) => _tag === warning._tag).indexOf(warning)}`}
        warning={describe(warning)}
        done={done.includes(getKey(warning))}
        onAct={(isDone) => onAct(warning, isDone)}
      />
    )),
  }
}
