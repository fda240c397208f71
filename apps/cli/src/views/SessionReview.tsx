import { Box, Text } from "ink"
import type { ReactElement } from "react"
import { type Field, Panel } from "./Panel.tsx"

/** Renders a session before the wallet is requested to end it. */
export const renderSessionReview =
  (fields: readonly Field[]) =>
  (columns: number): ReactElement => (
    <Box flexDirection="column">
      <Panel title="Revoke a session" mark="?" tone="cyan" fields={fields} columns={columns} />
      <Text>Afterwards the app can spend nothing without asking. The account ends it on the chain.</Text>
    </Box>
  )
