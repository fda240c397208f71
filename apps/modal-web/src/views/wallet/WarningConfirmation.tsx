import { type ReactNode, useId, useState } from "react"
import { useMessages } from "../../messages/Translate.tsx"
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

/** The state of a confirmation. Its owner holds `done`. */
interface ConfirmationState {
  readonly done: boolean
  readonly onAct: (done: boolean) => void
}

export interface WarningConfirmationProps extends ConfirmationState {
  readonly warning: WarningText
}

/** A warning and its confirmation. A script of the page must not confirm in the user's place. */
export const WarningConfirmation = ({
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
