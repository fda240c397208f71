import type { Approval, RequestDescription } from "@wmodal/dev-wallet"
import { Box, Text, useInput } from "ink"
import { type ReactElement, useRef, useState, useSyncExternalStore } from "react"
import type { LiveLine } from "../prompts/Prompts.ts"
import { formatAddressGroups } from "../terminal/addressGroups.ts"
import { KeyHint } from "./KeyHint.tsx"
import { Panel } from "./Panel.tsx"

/** The content of a request. It may be taller than the screen: it is drawn once, so the user can scroll to it. */
export const RequestPanel = ({
  request,
  columns,
}: {
  readonly request: RequestDescription
  readonly columns: number
}): ReactElement => (
  <Panel
    title={request.title}
    mark="?"
    tone="cyan"
    columns={columns}
    fields={[
      { label: "Requested by", text: request.origin },
      ...request.lines.map(({ label, text }) => ({ label, text: formatAddressGroups(text) })),
    ]}
  />
)

const choices = ["approve", "decline"] as const
const choiceLabels = { approve: "Approve", decline: "Decline" } as const

const Choice = ({ isFocused, label }: { readonly isFocused: boolean; readonly label: string }) => (
  <Text inverse={isFocused} bold={isFocused}>
    {isFocused ? ` › ${label} ` : `   ${label} `}
  </Text>
)

/** The prompt below a request. Decline has the focus, so a stray or early Enter approves nothing. */
export const ApprovalPrompt = ({
  answer,
  isReady,
  live,
  onAnswer,
  onInterrupt,
}: {
  /** The decision, drawn as a record once it is given. */
  readonly answer: Approval | null
  /** Whether keys count. */
  readonly isReady: boolean
  readonly live: LiveLine
  readonly onAnswer: (answer: Approval) => void
  readonly onInterrupt: () => void
}): ReactElement => {
  // The ref is the source of truth for Enter: two keys may arrive within one frame.
  const current = useRef<Approval>("decline")
  const [focused, setFocused] = useState<Approval>("decline")
  const line = useSyncExternalStore(live.subscribe, live.line)
  const move = () => {
    current.current = current.current === "approve" ? "decline" : "approve"
    setFocused(current.current)
  }
  useInput(
    (input, key) => {
      if (key.ctrl && input === "c") onInterrupt()
      else if (key.leftArrow || key.rightArrow || key.tab || key.upArrow || key.downArrow) move()
      // Enter is a line feed if it was typed before the terminal entered raw mode.
      else if (key.return || input === "\n") onAnswer(current.current)
      else if (key.escape || input.toLowerCase() === "n") onAnswer("decline")
      else if (input.toLowerCase() === "y") onAnswer("approve")
    },
    { isActive: answer === null },
  )
  if (answer !== null) {
    return answer === "approve" ? (
      <Text color="green">✓ Approved</Text>
    ) : (
      <Text color="yellow">✗ Declined</Text>
    )
  }
  return (
    <Box flexDirection="column">
      <Box columnGap={1} flexWrap="wrap">
        {choices.map((choice) => (
          <Choice key={choice} label={choiceLabels[choice]} isFocused={isReady && choice === focused} />
        ))}
        <KeyHint isReady={isReady}>y / n, or ← → and Enter</KeyHint>
      </Box>
      {line !== null &&
        (line.alarms ? <Text color="yellow">! {line.text}</Text> : <Text dimColor>{line.text}</Text>)}
    </Box>
  )
}
