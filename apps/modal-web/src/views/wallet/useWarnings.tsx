import { Fragment, type ReactNode, useId, useState } from "react"
import { useMessages } from "../../messages/Translate.tsx"
import { AddressGroups, type AddressGroupsProps } from "../../ui/AddressGroups.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { Notice, type NoticeProps } from "../../ui/Notice.tsx"

/** A warning in words, with the act that confirms it. */
export interface WarningText extends Pick<NoticeProps, "tone" | "title" | "text"> {
  /** The addresses to compare. */
  readonly details?: ReactNode
  readonly act: CheckboxText | TypingText
}

/** A checkbox. */
interface CheckboxText {
  /** The statement that the user confirms by checking the box. */
  readonly label: string
}

/** A text to type, which the user must have read. */
interface TypingText {
  /** The prompt for the required text. */
  readonly label: string
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

/** The state of a confirmation. Its owner holds `done`. */
interface ConfirmationState {
  readonly done: boolean
  readonly onAct: (done: boolean) => void
}

interface WarningConfirmationProps extends ConfirmationState {
  readonly warning: WarningText
}

/** A warning and its confirmation. A script of the page must not confirm in the user's place. */
const WarningConfirmation = ({
  warning: { act, details, ...notice },
  ...state
}: WarningConfirmationProps) => (
  <div data-open={!state.done}>
    <Notice {...notice}>
      {details}
      {"isAnswer" in act ? <TypedConfirmation {...act} {...state} /> : <Checkbox {...act} {...state} />}
    </Notice>
  </div>
)

const Checkbox = ({ label, done, onAct }: CheckboxText & ConfirmationState) => (
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

const TypedConfirmation = ({
  label,
  wrong,
  length,
  isAnswer,
  done,
  onAct,
}: TypingText & ConfirmationState) => {
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
