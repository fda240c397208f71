import type { LedgerEntry } from "@wmodal/core/flows"
import { Box, Text } from "ink"
import type { ReactElement } from "react"
import type { BatchLine } from "../payments/BatchLine.ts"
import { handleOf } from "../payments/follow.ts"
import { statusOf } from "../payments/receipt.ts"

interface SentLine {
  readonly line: BatchLine
  readonly entry: LedgerEntry
}

const Payment = ({ line, mark }: { readonly line: BatchLine; readonly mark: string }): ReactElement => (
  <Text>
    {mark} {line.line}: <Text bold>{`${line.amount} ${line.token}`}</Text> to {line.to}
  </Text>
)

/** What of a batch was sent, and what remains of it. */
export const batchList =
  ({
    sent,
    remaining,
    total,
  }: {
    readonly sent: readonly SentLine[]
    readonly remaining: readonly BatchLine[]
    readonly total: readonly string[]
  }) =>
  (columns: number): ReactElement => (
    <Box flexDirection="column" width={columns}>
      {sent.length > 0 && (
        <Text bold color="green">
          Sent
        </Text>
      )}
      {sent.map(({ entry, line }) => (
        <Box key={line.line} flexDirection="column">
          <Payment line={line} mark="✓" />
          <Text dimColor>{`  ${statusOf(entry)} ${handleOf(entry)}`}</Text>
        </Box>
      ))}
      {remaining.length > 0 && (
        <Text bold color="yellow">
          Not sent
        </Text>
      )}
      {remaining.map((line) => (
        <Payment key={line.line} line={line} mark="·" />
      ))}
      <Text dimColor>{total.join(", ")}</Text>
    </Box>
  )
