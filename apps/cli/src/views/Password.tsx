import { Box, Text, useInput } from "ink"
import { type ReactElement, useRef } from "react"

/** Asks for a password: what is typed is not shown, not even how long it is. */
export const Password = ({
  label,
  onAnswer,
  onInterrupt,
}: {
  readonly label: string
  readonly onAnswer: (password: string) => void
  readonly onInterrupt: () => void
}): ReactElement => {
  // Not state: nothing of it is drawn, and keys may come faster than frames.
  const typed = useRef("")
  useInput((input, key) => {
    if (key.ctrl && input === "c") onInterrupt()
    else if (key.return) onAnswer(typed.current)
    else if (key.backspace || key.delete) typed.current = typed.current.slice(0, -1)
    else if (key.ctrl && input === "u") typed.current = ""
    else if (!(key.ctrl || key.meta || key.escape || key.tab)) {
      // A paste comes in one piece, its last line break with it.
      const end = input.search(/[\r\n]/)
      typed.current += end < 0 ? input : input.slice(0, end)
      if (end >= 0) onAnswer(typed.current)
    }
  })
  return (
    <Box flexDirection="column">
      <Text>
        <Text color="cyan">?</Text> {label}
      </Text>
      <Text dimColor> hidden while you type; Enter to confirm</Text>
    </Box>
  )
}
