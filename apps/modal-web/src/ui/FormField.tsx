import { useId } from "react"
import { Icon } from "./Icon.tsx"

export interface FormFieldProps {
  /** The name of the value in its form. */
  readonly name: string
  readonly label: string
  readonly hint: string
  readonly value: string
  /** What is wrong with the value; `null` when nothing is. */
  readonly fault: string | null
  /** The value is an address or a number, which is written from left to right. */
  readonly latin?: boolean
  readonly kind?: "text" | "url" | "numeric"
  readonly onType: (text: string) => void
}

/** A labelled text field of a form, with what is wrong with its value. */
export const FormField = ({
  name,
  label,
  hint,
  value,
  fault,
  latin,
  kind = "text",
  onType,
}: FormFieldProps) => {
  const id = useId()
  return (
    <>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="field email-input" data-invalid={fault !== null} dir={latin ? "ltr" : undefined}>
        <input
          id={id}
          name={name}
          type="text"
          inputMode={kind}
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={hint}
          value={value}
          aria-invalid={fault !== null}
          aria-describedby={fault === null ? undefined : `${id}-fault`}
          onChange={({ target }) => onType(target.value)}
        />
      </div>
      {fault !== null && (
        <p id={`${id}-fault`} className="email-fault">
          <Icon name="alert" />
          <span>{fault}</span>
        </p>
      )}
    </>
  )
}
