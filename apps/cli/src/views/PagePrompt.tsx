import { useInput } from "ink"
import type { ReactElement } from "react"
import { KeyHint } from "./KeyHint.tsx"

/** The prompt below a page of a long list. Only the user's keys lead to its end, so no question stands above it. */
export const PagePrompt = ({
  isReady,
  shown,
  total,
  onMore,
  onLeave,
  onInterrupt,
}: {
  /** Whether keys count. */
  readonly isReady: boolean
  /** The lines up to here are shown. */
  readonly shown: number
  readonly total: number
  readonly onMore: () => void
  /** Called on Escape or `n`. */
  readonly onLeave: () => void
  readonly onInterrupt: () => void
}): ReactElement => {
  useInput((input, key) => {
    if (key.ctrl && input === "c") onInterrupt()
    else if (key.escape || input.toLowerCase() === "n") onLeave()
    else if (key.return || input === "\n" || input === " ") onMore()
  })
  return <KeyHint isReady={isReady}>{`Line ${shown} of ${total}: Enter for more, Esc to decline`}</KeyHint>
}
