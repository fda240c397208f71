import type { Approval, RequestInWords } from "@wmodal/chains/dev"
import { Box, Text, useInput } from "ink"
import { type ReactElement, useRef, useState } from "react"
import { grouped, Panel } from "./Panel.tsx"

const choices = ["approve", "decline"] as const
const words = { approve: "Approve", decline: "Decline" } as const

/**
 * What is about to be signed or shared, and the question. Decline is in focus:
 * a stray Enter, or one typed too early, approves nothing.
 */
export const Review = ({
  request,
  columns,
  answer,
  onAnswer,
  onInterrupt,
}: {
  readonly request: RequestInWords
  readonly columns: number
  /** Once given, the box stays as the record of what was decided. */
  readonly answer: Approval | null
  readonly onAnswer: (answer: Approval) => void
  readonly onInterrupt: () => void
}): ReactElement => {
  // The ref is what Enter acts on: two keys may come within one frame.
  const current = useRef<Approval>("decline")
  const [focused, setFocused] = useState<Approval>("decline")
  const move = () => {
    current.current = current.current === "approve" ? "decline" : "approve"
    setFocused(current.current)
  }
  useInput(
    (input, key) => {
      if (key.ctrl && input === "c") onInterrupt()
      else if (key.leftArrow || key.rightArrow || key.tab || key.upArrow || key.downArrow) move()
      else if (key.return) onAnswer(current.current)
      else if (key.escape || input.toLowerCase() === "n") onAnswer("decline")
      else if (input.toLowerCase() === "y") onAnswer("approve")
    },
    { isActive: answer === null },
  )
  const tone = answer === null ? "cyan" : answer === "approve" ? "green" : "yellow"
  return (
    <Panel
      title={request.title}
      mark={answer === null ? "?" : answer === "approve" ? "✓" : "✗"}
      tone={tone}
      columns={columns}
      fields={[
        { label: "Asked by", text: request.origin },
        ...request.lines.map(({ label, text }) => ({ label, text: grouped(text) })),
      ]}
    >
      <Box marginTop={1} columnGap={2} flexWrap="wrap">
        {answer === null ? (
          <>
            {choices.map((choice) => (
              <Text key={choice} inverse={choice === focused} bold={choice === focused}>
                {choice === focused ? `› ${words[choice]} ` : `  ${words[choice]} `}
              </Text>
            ))}
            <Text dimColor>y / n, or ← → and Enter</Text>
          </>
        ) : (
          <Text color={tone}>{answer === "approve" ? "Approved" : "Declined: nothing was signed"}</Text>
        )}
      </Box>
    </Panel>
  )
}
