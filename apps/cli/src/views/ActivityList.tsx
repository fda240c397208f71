import type { ActivityMonth, ActivityRow } from "@wmodal/core/flows"
import { Box, Text } from "ink"
import type { ReactElement } from "react"
import { formatShortMovement } from "../payments/formatMovement.ts"
import { getStatus } from "../payments/receipt.ts"

/** The minimum width in columns for a counterparty column. */
const minCounterpartyColumns = 72
/** The minimum width in columns for a column of movements. */
const minMovementColumns = 48

const formatMonth = ({ month, year }: ActivityMonth): string =>
  new Date(year, month, 1).toLocaleDateString("en", { month: "long", year: "numeric" })

const formatDay = ({ at }: ActivityRow): string =>
  new Date(at).toLocaleDateString("en", { month: "short", day: "2-digit" })

const marks = { pending: "…", confirmed: "✓", failed: "✗" } as const
const colours = { pending: "yellow", confirmed: "green", failed: "red" } as const

const Movements = ({ row }: { readonly row: ActivityRow }): ReactElement => (
  <Box flexGrow={1} flexShrink={1}>
    <Text bold>{row.movements.map(formatShortMovement).join(", ")}</Text>
  </Box>
)

const ActivityListRow = ({
  row,
  columns,
}: {
  readonly row: ActivityRow
  readonly columns: number
}): ReactElement => (
  <Box flexDirection="column">
    <Box>
      <Box width={2} flexShrink={0}>
        <Text color={colours[row.status]}>{marks[row.status]}</Text>
      </Box>
      <Box width={8} flexShrink={0}>
        <Text dimColor>{formatDay(row)}</Text>
      </Box>
      <Box width={10} flexShrink={0}>
        <Text wrap="truncate">{row.operation}</Text>
      </Box>
      {columns >= minMovementColumns && <Movements row={row} />}
    </Box>
    {columns < minMovementColumns && (
      <Box marginLeft={2}>
        <Movements row={row} />
      </Box>
    )}
    {row.status === "pending" && (
      <Text dimColor>
        {"  "}
        {row.entry === null ? "pending" : getStatus(row.entry)}: {row.hash ?? row.entry?.id}
      </Text>
    )}
    {row.status !== "pending" && columns >= minCounterpartyColumns && row.counterparty !== null && (
      <Text dimColor>
        {"          "}
        {row.counterparty}
      </Text>
    )}
  </Box>
)

/** Renders the activity by month, newest first, with pending entries at the top. */
export const renderActivityList =
  ({
    pending,
    months,
    more,
  }: {
    readonly pending: readonly ActivityRow[]
    readonly months: readonly ActivityMonth[]
    readonly more: boolean
  }) =>
  (columns: number): ReactElement => (
    <Box flexDirection="column" width={columns} rowGap={1}>
      {pending.length > 0 && (
        <Box flexDirection="column">
          <Text bold color="yellow">
            Pending
          </Text>
          {pending.map((row) => (
            <ActivityListRow key={row.key} row={row} columns={columns} />
          ))}
        </Box>
      )}
      {months.map((month) => (
        <Box key={`${month.year}-${month.month}`} flexDirection="column">
          <Text bold>{formatMonth(month)}</Text>
          {month.rows.map((row) => (
            <ActivityListRow key={row.key} row={row} columns={columns} />
          ))}
        </Box>
      ))}
      {pending.length + months.length === 0 && <Text dimColor>No transactions yet.</Text>}
      {more && <Text dimColor>To see more: --limit</Text>}
    </Box>
  )
