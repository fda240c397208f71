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

/** The columns of a name in the wide layout. */
const nameWidth = 22
/** The columns of the currency and the notes. */
const notesWidth = 14
/** The columns of the marker of the selected network. */
const markWidth = 2

const formatNotes = (row: NetworkRow): string =>
  [row.symbol, ...(row.testnet ? ["testnet"] : []), ...(row.added ? ["added"] : [])].join(" · ")

/** Renders the networks. Ids stay in one piece because users copy them, below the name in a narrow terminal. */
export const renderNetworkList =
  (rows: readonly NetworkRow[]) =>
  (columns: number): ReactElement => {
    const idWidth = Math.max(...rows.map(({ network }) => network.length)) + 1
    const besides = columns >= markWidth + nameWidth + idWidth + notesWidth
    return (
      <Box flexDirection="column" width={columns}>
        {rows.map((row) => (
          <Box key={row.network} flexDirection={besides ? "row" : "column"}>
            <Box width={besides ? markWidth + nameWidth : columns} flexShrink={0}>
              <Box width={markWidth} flexShrink={0}>
                <Text color="green">{row.selected ? "●" : " "}</Text>
              </Box>
              <Text bold={row.selected} wrap="truncate">
                {row.name}
              </Text>
            </Box>
            <Box width={besides ? idWidth : columns} flexShrink={0}>
              <Text dimColor={!row.selected}>{row.network}</Text>
            </Box>
            {besides && <Text dimColor>{formatNotes(row)}</Text>}
          </Box>
        ))}
        <Text dimColor>wmodal switch {"<caip2>"} selects another</Text>
      </Box>
    )
  }
