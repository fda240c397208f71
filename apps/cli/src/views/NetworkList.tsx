import { Box, Text } from "ink"
import type { ReactElement } from "react"

export interface NetworkRow {
  readonly network: string
  readonly name: string
  readonly symbol: string
  readonly testnet: boolean
  readonly added: boolean
  readonly selected: boolean
}

/** Below this the currency and the notes have no place of their own. */
const roomy = 64

const notes = (row: NetworkRow): string =>
  [row.symbol, ...(row.testnet ? ["testnet"] : []), ...(row.added ? ["added"] : [])].join(" · ")

export const networkList =
  (rows: readonly NetworkRow[]) =>
  (columns: number): ReactElement => (
    <Box flexDirection="column" width={columns}>
      {rows.map((row) => (
        <Box key={row.network}>
          <Box width={2} flexShrink={0}>
            <Text color="green">{row.selected ? "●" : " "}</Text>
          </Box>
          <Box width={columns >= roomy ? 26 : columns - 20} flexShrink={0}>
            <Text bold={row.selected} wrap="truncate">
              {row.name}
            </Text>
          </Box>
          <Box width={18} flexShrink={0}>
            <Text dimColor={!row.selected}>{row.network}</Text>
          </Box>
          {columns >= roomy && <Text dimColor>{notes(row)}</Text>}
        </Box>
      ))}
      <Text dimColor>wmodal switch {"<caip2>"} selects another</Text>
    </Box>
  )
