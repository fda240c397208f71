import { useId, useState } from "react"
import { useMessages } from "../../messages/Translate.tsx"
import { Icon } from "../../ui/Icon.tsx"
import type { ConfirmationState } from "./CheckboxConfirmation.tsx"

export interface TypedConfirmationProps extends ConfirmationState {
  /** The prompt for the required text. */
  readonly label: string
  /** The error for any other text. */
  readonly wrong: string
  /** The length of the required text in characters. */
  readonly length: number
  readonly isAnswer: (typed: string) => boolean
}

/** A confirmation that requires typing a text that the user must have read. */
export const TypedConfirmation = ({
  label,
  wrong,
  length,
  isAnswer,
  done,
  onAct,
}: TypedConfirmationProps) => {
  const { t } = useMessages()
  const id = useId()
  const [typed, setTyped] = useState("")
  const isWrong = !done && typed.trim().length >= length
  const type = (text: string) => {
    setTyped(text)
    onAct(isAnswer(text))
  }
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
            // A script of the page must not confirm in the user's place.
            if (nativeEvent.isTrusted) type(target.value)
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
