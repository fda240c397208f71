import { Box, Text } from "ink"
import type { ReactElement } from "react"
import { type Field, Panel } from "./Panel.tsx"

/** Renders what a wallet with its own key is asked to sign, and below it what follows from that. */
export const renderSignatureReview =
  (title: string, fields: readonly Field[], effect: string) =>
  (columns: number): ReactElement => (
    <Box flexDirection="column">
      <Panel title={title} mark="?" tone="cyan" fields={fields} columns={columns} />
      <Text>{effect}</Text>
    </Box>
  )
