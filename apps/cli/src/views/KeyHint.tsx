import { Text } from "ink"
import type { ReactElement } from "react"

/** The line that explains the keys of a prompt, or that they do not count yet. */
export const KeyHint = ({
  isReady,
  children,
}: {
  readonly isReady: boolean
  readonly children: string
}): ReactElement => (
  <Text dimColor>{isReady ? ` ${children}` : " Keys do not count yet. Pause for a moment."}</Text>
)
