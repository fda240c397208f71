import { joinedEmoji } from "@wmodal/protocol"
import { Box, Text, useInput } from "ink"
import { type ReactElement, useRef, useState } from "react"
import { toPrintableLine } from "../terminal/printable.ts"
import { KeyHint } from "./KeyHint.tsx"

/** Removes format characters, but for those that join emoji: without them, a name would be another one. */
const removeUnseen = (text: string): string =>
  text.replace(
    new RegExp(`(${joinedEmoji.source})|\\p{Cf}`, "gu"),
    (_, joined: string | undefined) => joined ?? "",
  )

/** An input for one line. Rejected text stays for correction. */
export const TextPrompt = ({
  isReady,
  label,
  refusal,
  onAnswer,
  onLeave,
  onInterrupt,
}: {
  readonly label: string
  /** Whether keys count. */
  readonly isReady: boolean
  /** Returns the problem of a text, `null` if it is valid. */
  readonly refusal: (text: string) => string | null
  readonly onAnswer: (text: string) => void
  /** Called on Escape, without a response. */
  readonly onLeave: () => void
  readonly onInterrupt: () => void
}): ReactElement => {
  // The ref is the source of truth for Enter: keys may arrive faster than frames.
  const typed = useRef("")
  const [shown, setShown] = useState("")
  const [wrong, setWrong] = useState<string | null>(null)
  const put = (text: string) => {
    typed.current = text.slice(0, 300)
    setShown(typed.current)
    setWrong(null)
  }
  const answer = () => {
    const text = removeUnseen(typed.current).trim()
    const refused = text === "" ? null : refusal(text)
    if (refused !== null) setWrong(refused)
    else if (text !== "") onAnswer(text)
  }
  // Fast typing and pastes arrive as one chunk, which is handled by character.
  const take = (character: string) => {
    if (/[\r\n]/.test(character)) answer()
    else if (character === "\u0015") put("")
    else if (character === "\u007f" || character === "\b")
      put(Array.from(typed.current).slice(0, -1).join(""))
    else if (!/\p{Cc}/u.test(character)) put(typed.current + character)
  }
  useInput((input, key) => {
    if (key.ctrl && input === "c") onInterrupt()
    else if (key.escape) onLeave()
    else if (key.return) answer()
    else if (key.backspace || key.delete) take("\b")
    else if (key.ctrl && input === "u") put("")
    else if (
      !(key.ctrl || key.meta || key.tab || key.upArrow || key.downArrow || key.leftArrow || key.rightArrow)
    ) {
      for (const character of input) take(character)
    }
  })
  return (
    <Box flexDirection="column">
      <Text>
        <Text color="cyan">?</Text> {label} <Text bold>{toPrintableLine(removeUnseen(shown))}</Text>
        {isReady && <Text inverse> </Text>}
      </Text>
      {wrong === null ? (
        <KeyHint isReady={isReady}>Enter to confirm, Esc to cancel</KeyHint>
      ) : (
        <Text color="red">✗ {wrong}</Text>
      )}
    </Box>
  )
}

/** The record of the typed text, or of its absence. */
export const TypedText = ({
  label,
  text,
}: {
  readonly label: string
  readonly text: string | null
}): ReactElement =>
  text === null ? (
    <Text color="yellow">✗ {label} not entered</Text>
  ) : (
    <Text>
      <Text color="green">✓</Text> {label} {toPrintableLine(text)}
    </Text>
  )
