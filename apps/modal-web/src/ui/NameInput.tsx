import type { RefObject } from "react"

export interface NameInputProps {
  readonly id: string
  readonly value: string
  readonly hint: string
  /** The text after the name, such as `.reown.id`. */
  readonly suffix: string
  readonly invalid: boolean
  readonly describedBy: string
  readonly input: RefObject<HTMLInputElement | null>
  readonly onType: (text: string) => void
}

/** An account name input with its zone. Its owner renders the label. */
export const NameInput = ({
  id,
  value,
  hint,
  suffix,
  invalid,
  describedBy,
  input,
  onType,
}: NameInputProps) => (
  <div className="field email-input" data-invalid={invalid} dir="ltr">
    <input
      id={id}
      ref={input}
      type="text"
      autoComplete="off"
      autoCorrect="off"
      autoCapitalize="off"
      spellCheck={false}
      enterKeyHint="next"
      placeholder={hint}
      value={value}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      onChange={({ target }) => onType(target.value)}
    />
    <span className="name-zone">{suffix}</span>
  </div>
)
