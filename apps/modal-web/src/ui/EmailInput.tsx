import type { ReactNode, RefObject } from "react"
import { Icon } from "./Icon.tsx"

export interface EmailInputProps {
  readonly id: string
  readonly value: string
  readonly hint: string
  /** The address is being processed and is not editable. */
  readonly busy: boolean
  readonly invalid: boolean
  readonly describedBy: string | undefined
  readonly input: RefObject<HTMLInputElement | null>
  readonly onFocus: (() => void) | undefined
  readonly onType: (text: string) => void
  /** Content at the end of the field, inside it. */
  readonly children?: ReactNode
}

/** An email address input. Its owner renders the label. */
export const EmailInput = ({
  id,
  value,
  hint,
  busy,
  invalid,
  describedBy,
  input,
  onFocus,
  onType,
  children,
}: EmailInputProps) => (
  <div className="field email-input" data-invalid={invalid}>
    <input
      id={id}
      ref={input}
      // Not of the type `email`, which drops invalid input silently.
      type="text"
      inputMode="email"
      autoComplete="email"
      autoCorrect="off"
      autoCapitalize="off"
      spellCheck={false}
      enterKeyHint="go"
      dir="ltr"
      placeholder={hint}
      value={value}
      readOnly={busy}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      onFocus={onFocus}
      onChange={({ target }) => onType(target.value)}
    />
    {children ?? <Icon name="mail" />}
  </div>
)
