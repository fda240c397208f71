import { Box, Text, useAnimation, useInput } from "ink"
import { type ReactElement, useRef, useState } from "react"
import type { CodePrompt, CodeResponse } from "../prompts/Prompts.ts"
import { formatTimeLeft } from "../terminal/formatTimeLeft.ts"
import { KeyHint } from "./KeyHint.tsx"

const codeLength = 6

/** An input for the six digits of a mailed code. The last digit submits. */
export const CodeEntry = ({
  isReady,
  question: { email, problem, resendAt },
  now,
  onAnswer,
  onInterrupt,
}: {
  readonly question: CodePrompt
  /** Whether keys count. */
  readonly isReady: boolean
  /** Returns UTC milliseconds. */
  readonly now: () => number
  readonly onAnswer: (answer: CodeResponse) => void
  readonly onInterrupt: () => void
}): ReactElement => {
  // The ref is the source of truth: keys may arrive faster than frames.
  const typed = useRef("")
  const answered = useRef(false)
  const [shown, setShown] = useState("")
  useAnimation({ interval: 1000 })
  const answer = (given: CodeResponse) => {
    if (answered.current) return
    answered.current = true
    onAnswer(given)
  }
  const put = (digits: string) => {
    typed.current = digits.slice(0, codeLength)
    setShown(typed.current)
    if (typed.current.length === codeLength) answer({ _tag: "Code", digits: typed.current })
  }
  const take = (character: string) => {
    if (character === "\u007f" || character === "\b") put(typed.current.slice(0, -1))
    else if (/[0-9]/.test(character)) put(typed.current + character)
    else if (character.toLowerCase() === "r" && now() >= resendAt) answer({ _tag: "Resend" })
  }
  useInput((input, key) => {
    if (key.ctrl && input === "c") onInterrupt()
    else if (key.escape) answer({ _tag: "Left" })
    else if (key.backspace || key.delete) take("\b")
    else if (key.ctrl && input === "u") put("")
    else if (!(key.ctrl || key.meta)) for (const character of input) take(character)
  })
  const left = resendAt - now()
  return (
    <Box flexDirection="column">
      {problem !== null && <Text color="red">✗ {problem}</Text>}
      <Text>
        <Text color="cyan">?</Text> Code sent to {email}{" "}
        <Text bold>{[...shown.padEnd(codeLength, "_")].join(" ")}</Text>
      </Text>
      <KeyHint isReady={isReady}>
        {`Six digits; r sends a new code${left > 0 ? ` in ${formatTimeLeft(resendAt, now())}` : ""}; Esc cancels`}
      </KeyHint>
    </Box>
  )
}
