import { Box, Text } from "ink"
import type { ReactElement } from "react"
import { type Field, Panel } from "./Panel.tsx"

/** Renders the registration of a name before its message is signed. */
export const renderNameReview =
  (fields: readonly Field[]) =>
  (columns: number): ReactElement => (
    <Box flexDirection="column">
      <Panel title="Register a name" mark="?" tone="cyan" fields={fields} columns={columns} />
      <Text>
        Others can pay you by this name. Anyone who looks it up sees your address. It costs nothing.
      </Text>
    </Box>
  )
