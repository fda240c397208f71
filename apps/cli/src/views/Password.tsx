import { Box, Text, useInput } from "ink"
import { type ReactElement, useRef } from "react"
import { KeyHint } from "./KeyHint.tsx"

/** A password input that shows neither the text nor its length. An empty one is not accepted. */
export const Password = ({
  isReady,
  label,
  onAnswer,
  onInterrupt,
}: {
  readonly label: string
  /** Whether keys count. */
  readonly isReady: boolean
  readonly onAnswer: (password: string) => void
  readonly onInterrupt: () => void
}): ReactElement => {
  // A ref, not state: it is not drawn, and keys may arrive faster than frames.
  const typed = useRef("")
  const answer = () => {
    if (typed.current !== "") onAnswer(typed.current)
  }
  useInput((input, key) => {
    if (key.ctrl && input === "c") onInterrupt()
    else if (key.return) answer()
    else if (key.backspace || key.delete) typed.current = typed.current.slice(0, -1)
    else if (key.ctrl && input === "u") typed.current = ""
    else if (!(key.ctrl || key.meta || key.escape || key.tab)) {
      // A paste arrives in one piece with its last line break.
      const end = input.search(/[\r\n]/)
      typed.current += end < 0 ? input : input.slice(0, end)
      if (end >= 0) answer()
    }
  })
  return (
    <Box flexDirection="column">
      <Text>
        <Text color="cyan">?</Text> {label}
      </Text>
      <KeyHint isReady={isReady}>hidden while you type; Enter to confirm</KeyHint>
    </Box>
  )
}
