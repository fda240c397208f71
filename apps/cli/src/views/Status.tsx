import { Text, useAnimation } from "ink"
import type { ReactElement } from "react"

const spinnerFrames = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"

/** The status of running work. */
export const Status = ({ text }: { readonly text: string }): ReactElement => {
  const { frame } = useAnimation({ interval: 80 })
  return (
    <Text>
      <Text color="cyan">{spinnerFrames[frame % spinnerFrames.length]}</Text> {text}
    </Text>
  )
}
