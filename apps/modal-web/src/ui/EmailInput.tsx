import type { ReactNode, RefObject } from "react"
import { Icon } from "./Icon.tsx"

export interface EmailInputProps {
  readonly id: string
  readonly value: string
  readonly hint: string
  /** With somebody: not edited meanwhile. */
  readonly busy: boolean
  readonly invalid: boolean
  readonly describedBy: string | undefined
  readonly input: RefObject<HTMLInputElement | null>
  readonly onFocus: (() => void) | undefined
  readonly onType: (text: string) => void
  /** At its end, inside. */
  readonly children?: ReactNode
}

/** An email address. Its label is its owner's. */
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
      // Not of the type `email`: that one loses what it does not like without a word.
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
