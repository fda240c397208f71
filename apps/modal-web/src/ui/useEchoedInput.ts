import { useState } from "react"

/**
 * Returns the text of a field whose owner echoes each edit later. Typed text shows at once and its echo changes
 * nothing; any other value is the owner's own and replaces it.
 */
export const useEchoedInput = (value: string, onType: (text: string) => void) => {
  const [field, setField] = useState<EchoedField>({ text: value, seen: value, awaited: [] })
  const [text, seen] = [field.text, field.seen]
  if (value !== seen) setField(applyEcho(field, value))
  const type = (next: string) => {
    setField((now) => ({ ...now, text: next, awaited: next === now.seen ? [] : [...now.awaited, next] }))
    onType(next)
  }
  return [text, type] as const
}

export interface EchoedField {
  readonly text: string
  /** The owner's newest value. */
  readonly seen: string
  /** Edits whose echo is pending. */
  readonly awaited: readonly string[]
}

/** Returns the field after its owner passes this value. */
export const applyEcho = (field: EchoedField, value: string): EchoedField => {
  const at = field.awaited.indexOf(value)
  return at === -1
    ? { text: value, seen: value, awaited: [] }
    : { ...field, seen: value, awaited: field.awaited.slice(at + 1) }
}
