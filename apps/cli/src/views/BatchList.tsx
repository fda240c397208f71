import type { LedgerEntry } from "@wmodal/core/flows"
import { Box, Text } from "ink"
import type { ReactElement } from "react"
import { type BatchLine, formatBatch, formatPayment } from "../payments/BatchLine.ts"
import { getHandle } from "../payments/followEntry.ts"
import { getStatus } from "../payments/receipt.ts"

interface SentLine {
  readonly line: BatchLine
  readonly entry: LedgerEntry
}

/** Renders the sent, the unclear and the remaining payments of a batch. */
export const renderBatchList =
  ({
    sent,
    unclear = [],
    remaining,
    stops = [],
    total,
  }: {
    readonly sent: readonly SentLine[]
    /** The payments that may be sent, and are not to be repeated. */
    readonly unclear?: readonly SentLine[]
    readonly remaining: readonly BatchLine[]
    /** The warnings that must be confirmed before the next run, as text. */
    readonly stops?: readonly string[]
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
          <Text>
            <Text color="green">✓</Text> line {line.line}: {formatPayment(line)}
          </Text>
          <Text dimColor>{`  ${getStatus(entry)} ${getHandle(entry)}`}</Text>
        </Box>
      ))}
      {unclear.length > 0 && (
        <Text bold color="yellow">
          Unclear: do not repeat
        </Text>
      )}
      {unclear.map(({ entry, line }) => (
        <Box key={line.line} flexDirection="column">
          <Text>
            <Text color="yellow">?</Text> line {line.line}: {formatPayment(line)}
          </Text>
          <Text dimColor>{`  ${getStatus(entry)} ${getHandle(entry)}`}</Text>
        </Box>
      ))}
      {remaining.length > 0 && (
        <Box flexDirection="column">
          <Text bold color="yellow">
            Not sent
          </Text>
          <Text>{formatBatch(remaining)}</Text>
        </Box>
      )}
      {stops.map((stop) => (
        <Text key={stop} color="yellow">
          {`! ${stop}`}
        </Text>
      ))}
      <Text dimColor>{total.join(", ")}</Text>
    </Box>
  )
