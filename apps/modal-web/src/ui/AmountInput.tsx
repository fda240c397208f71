import { applyNumericEdit, parsePastedNumber } from "@wmodal/protocol"
import { type ChangeEvent, type RefObject, useLayoutEffect, useRef } from "react"
import { useEchoedInput } from "./useEchoedInput.ts"

export interface AmountInputProps {
  /** In the form of `applyNumericEdit`. */
  readonly value: string
  readonly label: string
  /** A currency sign before the number. */
  readonly sign: string | null
  readonly invalid: boolean
  readonly describedBy: string | undefined
  readonly input: RefObject<HTMLInputElement | null>
  readonly onType: (text: string) => void
}

/** The number of characters from which the number takes the whole row. */
export const minFullRowCharacters = 12

/** The maximum input length in characters. The largest amount that a chain can hold has 78 digits. */
const maxAmountLength = 160

/** Returns the size in which this many characters fit into their row. */
export const getAmountSize = (characters: number): string =>
  `clamp(12px, ${(138 / Math.max(characters, 4)).toFixed(1)}cqi, var(--size-amount))`

/** Returns true for one character or the result of an input method; other edits are a paste, drop or correction. */
const isKey = ({ nativeEvent }: ChangeEvent<HTMLInputElement>) =>
  nativeEvent instanceof InputEvent && nativeEvent.data?.length === 1

/**
 * A big number input that accepts comma or dot, and pasted groups. It shrinks until it fits. The caret keeps its
 * distance from the end, also when an edit is refused or adds a zero.
 */
export const AmountInput = ({
  value,
  label,
  sign,
  invalid,
  describedBy,
  input,
  onType,
}: AmountInputProps) => {
  const [text, type] = useEchoedInput(value, onType)
  const fromEnd = useRef<number | null>(null)

  useLayoutEffect(() => {
    const element = input.current
    if (element === null || fromEnd.current === null) return
    const caret = Math.max(0, element.value.length - fromEnd.current)
    fromEnd.current = null
    element.setSelectionRange(caret, caret)
  })

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { value: written, selectionStart } = event.target
    fromEnd.current = written.length - (selectionStart ?? written.length)
    const next = applyNumericEdit(written) ?? (isKey(event) ? null : parsePastedNumber(written))
    type(next ?? text)
  }

  const length = text.length + (sign === null ? 0 : 1)
  return (
    <div className="amount-input" data-long={length > minFullRowCharacters}>
      <div className="amount-line" dir="ltr" style={{ fontSize: getAmountSize(length) }}>
        {sign !== null && <span aria-hidden="true">{sign}</span>}
        <input
          ref={input}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          placeholder="0"
          maxLength={maxAmountLength}
          value={text}
          aria-label={label}
          aria-invalid={invalid}
          aria-describedby={describedBy}
          onChange={change}
        />
      </div>
    </div>
  )
}
