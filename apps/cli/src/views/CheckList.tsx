import { Box, Text } from "ink"
import type { ReactElement } from "react"
import type { Check } from "../doctor/Check.ts"

const marks = { ok: "✓", noted: "·", failed: "✗" } as const
const tones = { ok: "green", noted: "yellow", failed: "red" } as const

export const renderCheckList =
  (checks: readonly Check[]) =>
  (columns: number): ReactElement => (
    <Box flexDirection="column" width={columns}>
      {checks.map((check) => (
        <Box key={check.name}>
          <Box width={2} flexShrink={0}>
            <Text color={tones[check.status]}>{marks[check.status]}</Text>
          </Box>
          <Box width={12} flexShrink={0}>
            <Text bold={check.status === "failed"}>{check.name}</Text>
          </Box>
          <Box flexGrow={1} flexShrink={1}>
            <Text>
              {check.detail}
              {check.ms !== undefined && <Text dimColor> {check.ms} ms</Text>}
            </Text>
          </Box>
        </Box>
      ))}
    </Box>
  )
