import { type RefObject, useEffect, useLayoutEffect, useState } from "react"
import { applyOtpEdit, codeLength, isOtpComplete, type OtpEdit, parseOtpCode } from "./otpCode.ts"

export interface OtpInputProps {
  readonly value: string
  readonly label: string
  /** The code is being processed and is not editable. */
  readonly busy: boolean
  readonly invalid: boolean
  readonly describedBy: string | undefined
  readonly input: RefObject<HTMLInputElement | null>
  readonly onType: (text: string) => void
  /** Called when the last digit has been typed. */
  readonly onEnd: (code: string) => void
}

const cells = Array.from({ length: codeLength }, (_, index) => index)

/** An input for a code of six digits: one field whose digits are drawn in six cells below it. */
export const OtpInput = ({
  value,
  label,
  busy,
  invalid,
  describedBy,
  input,
  onType,
  onEnd,
}: OtpInputProps) => {
  const [selected, moveTo] = useSelection(input)
  const edit = (next: OtpEdit) => {
    onType(next.text)
    moveTo(next.caret)
    if (isOtpComplete(value, next)) onEnd(next.text)
  }
  useDigitCapture(input, (text) => {
    const code = parseOtpCode(text)
    if (!busy && code !== "") edit({ text: code, caret: code.length })
  })
  return (
    <div className="otp" data-busy={busy} dir="ltr">
      <input
        ref={input}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        value={value}
        readOnly={busy}
        aria-label={label}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        onChange={({ target }) =>
          edit(applyOtpEdit(target.value, target.selectionStart ?? target.value.length))
        }
        onPaste={(event) => {
          const code = parseOtpCode(event.clipboardData.getData("text"))
          // A partial paste is inserted at the caret, as in any field.
          if (busy || code.length < codeLength) return
          event.preventDefault()
          edit({ text: code, caret: codeLength })
        }}
      />
      <div className="otp-cells" aria-hidden="true">
        {cells.map((index) => (
          <span
            key={index}
            className="otp-cell"
            data-current={index === Math.min(selected.start, codeLength - 1)}
            data-selected={index >= selected.start && index < selected.end}
          >
            {value[index]}
          </span>
        ))}
      </div>
    </div>
  )
}

interface Selection {
  readonly start: number
  readonly end: number
}

/**
 * Returns the selection of a field for drawing, and a function that moves the caret once the field has its new value.
 */
const useSelection = (input: RefObject<HTMLInputElement | null>) => {
  const [selected, select] = useState<Selection>({ start: 0, end: 0 })
  const [wanted, want] = useState<{ readonly caret: number } | null>(null)

  useEffect(() => {
    const field = input.current
    if (field === null) return
    const read = () => {
      const start = field.selectionStart ?? 0
      const end = field.selectionEnd ?? start
      select((now) => (now.start === start && now.end === end ? now : { start, end }))
    }
    // React's own event does not fire in a shadow root, and not every browser fires each of these on the field.
    const told = ["selectionchange", "select", "keyup", "pointerup", "focus"]
    for (const name of told) field.addEventListener(name, read)
    return () => {
      for (const name of told) field.removeEventListener(name, read)
    }
  }, [input])

  useLayoutEffect(() => {
    if (wanted === null) return
    input.current?.setSelectionRange(wanted.caret, wanted.caret)
  }, [input, wanted])

  const moveTo = (caret: number) => {
    want({ caret })
    select({ start: caret, end: caret })
  }
  return [selected, moveTo] as const
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** Sends digits that are typed or pasted on the heading, which has the focus first, to the only field. */
const useDigitCapture = (input: RefObject<HTMLInputElement | null>, onPaste: (text: string) => void) => {
  useEffect(() => {
    const root = input.current?.getRootNode()
    if (root === undefined) return
    const type = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || isField(event.target)) return
      if (/^\p{Nd}$/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey)
        // The key's input goes to the element that has the focus after the handlers.
        input.current?.focus()
    }
    const paste = (event: Event) => {
      if (!(event instanceof ClipboardEvent) || isField(event.target)) return
      input.current?.focus()
      onPaste(event.clipboardData?.getData("text") ?? "")
    }
    root.addEventListener("keydown", type)
    root.addEventListener("paste", paste)
    return () => {
      root.removeEventListener("keydown", type)
      root.removeEventListener("paste", paste)
    }
  })
}
