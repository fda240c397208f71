import { Box, Text } from "ink"
import type { ReactElement, ReactNode } from "react"

export interface Field {
  readonly label: string
  readonly text: string
}

/** Below this a label stands above its text, so that an address keeps its line. */
const minInlineLabelColumns = 64

const FieldRow = ({ field, columns }: { readonly field: Field; readonly columns: number }): ReactElement =>
  columns >= minInlineLabelColumns ? (
    <Box>
      <Box width={14} flexShrink={0}>
        <Text dimColor>{field.label}</Text>
      </Box>
      <Box flexGrow={1} flexShrink={1}>
        <Text>{field.text}</Text>
      </Box>
    </Box>
  ) : (
    <Box flexDirection="column">
      <Text dimColor>{field.label}</Text>
      <Text>{field.text}</Text>
    </Box>
  )

/** A framed set of labelled facts. `columns` is the width of the terminal. */
export const Panel = ({
  title,
  mark,
  tone,
  fields,
  columns,
  children,
}: {
  readonly title: string
  /** One character that says the same as the colour, for those who see none. */
  readonly mark: string
  readonly tone: "green" | "yellow" | "red" | "cyan"
  readonly fields: readonly Field[]
  readonly columns: number
  readonly children?: ReactNode
}): ReactElement => (
  <Box flexDirection="column" borderStyle="round" borderColor={tone} paddingX={1} width={columns}>
    <Text bold>
      <Text color={tone}>{mark}</Text> {title}
    </Text>
    {fields.length > 0 && (
      <Box flexDirection="column" marginTop={1} rowGap={columns >= minInlineLabelColumns ? 0 : 1}>
        {fields.map((field, at) => (
          // oxlint-disable-next-line no-array-index-key -- labels may be equal, and never move
          <FieldRow key={at} field={field} columns={columns} />
        ))}
      </Box>
    )}
    {children}
  </Box>
)
