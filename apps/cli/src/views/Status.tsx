import { Text, useAnimation } from "ink"
import type { ReactElement } from "react"

const frames = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"

/** Something is under way. */
export const Status = ({ text }: { readonly text: string }): ReactElement => {
  const { frame } = useAnimation({ interval: 80 })
  return (
    <Text>
      <Text color="cyan">{frames[frame % frames.length]}</Text> {text}
    </Text>
  )
}
