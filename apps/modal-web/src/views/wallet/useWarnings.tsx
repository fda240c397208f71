import { Fragment, type ReactNode, useId, useState } from "react"
import { useMessages } from "../../messages/Translate.tsx"
import { AddressGroups, type AddressGroupsProps } from "../../ui/AddressGroups.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { Notice, type NoticeProps } from "../../ui/Notice.tsx"

/** A warning in words, with the act that confirms it: a checkbox, or a text to type. */
export interface WarningText extends Pick<NoticeProps, "tone" | "title" | "text"> {
  /** The addresses to compare. */
  readonly details?: ReactNode
  /** The statement of the checkbox, or the prompt for the text. */
  readonly label: string
  readonly answer?: WarningAnswer
}

/** A text to type, which the user must have read. */
interface WarningAnswer {
  /** The error for any other text. */
  readonly wrong: string
  /** The length of the required text in characters. */
  readonly length: number
  readonly isAnswer: (typed: string) => boolean
}

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
    rows: warnings.map((warning) => {
      const { details, label, answer, ...notice } = describe(warning)
      const act = {
        label,
        done: done.includes(getKey(warning)),
        onAct: (isDone: boolean) => onAct(warning, isDone),
      }
      // Not by its value, which may change while the user types.
      const key = `${warning._tag} ${warnings.filter(({ _tag }) => _tag === warning._tag).indexOf(warning)}`
      return (
        <div key={key} data-open={!act.done}>
          <Notice {...notice}>
            {details}
            {answer === undefined ? <Checkbox {...act} /> : <TypedConfirmation {...act} {...answer} />}
          </Notice>
        </div>
      )
    }),
  }
}

interface ConfirmationProps extends Pick<WarningText, "label"> {
  readonly done: boolean
  readonly onAct: (done: boolean) => void
}

/** A script of the page must not confirm in the user's place. */
const Checkbox = ({ label, done, onAct }: ConfirmationProps) => (
  <label className="check">
    <input
      type="checkbox"
      checked={done}
      onChange={({ nativeEvent, target }) => {
        if (nativeEvent.isTrusted) onAct(target.checked)
      }}
    />
    <span>{label}</span>
  </label>
)

const TypedConfirmation = (props: ConfirmationProps & WarningAnswer) => {
  const { label, wrong, length, isAnswer, done, onAct } = props
  const { t } = useMessages()
  const id = useId()
  const [typed, setTyped] = useState("")
  const isWrong = !done && typed.trim().length >= length
  return (
    <div className="typing">
      <label htmlFor={id}>{label}</label>
      <span className="typing-field">
        <input
          id={id}
          type="text"
          dir="ltr"
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={length + 4}
          value={typed}
          aria-invalid={isWrong}
          aria-describedby={`${id}-said`}
          onChange={({ nativeEvent, target }) => {
            if (!nativeEvent.isTrusted) return
            setTyped(target.value)
            onAct(isAnswer(target.value))
          }}
        />
        {done && <Icon name="check" />}
      </span>
      <span id={`${id}-said`} className={isWrong ? "typing-wrong" : "hidden"} role="status">
        {isWrong ? wrong : done ? t("send.typed") : null}
      </span>
    </div>
  )
}

export interface ComparedAddressesProps {
  readonly addresses: readonly (AddressGroupsProps & { readonly label: string })[]
}

/** Addresses one below the other, for comparison. */
export const ComparedAddresses = ({ addresses }: ComparedAddressesProps) => (
  <dl className="alike">
    {addresses.map(({ label, ...address }) => (
      <Fragment key={label}>
        <dt>{label}</dt>
        <dd>
          <AddressGroups {...address} />
        </dd>
      </Fragment>
    ))}
  </dl>
)
