import { useState } from "react"

/**
 * The text of a field whose owner echoes each edit a moment later. What was typed shows at once, and an echo of it
 * changes nothing; any other value is the owner's own and takes its place.
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
  /** Edits whose echo is still to come. */
  readonly awaited: readonly string[]
}

/** What a field holds once its owner says this. */
export const applyEcho = (field: EchoedField, value: string): EchoedField => {
  const at = field.awaited.indexOf(value)
  return at === -1
    ? { text: value, seen: value, awaited: [] }
    : { ...field, seen: value, awaited: field.awaited.slice(at + 1) }
}
