import { Box, Text } from "ink"
import type { ReactElement, ReactNode } from "react"

export interface Field {
  readonly label: string
  readonly text: string
}

/** The minimum width in columns for labels on the line of their text, so that an address stays on its line. */
const minInlineLabelColumns = 64

/** With the space that keeps a label, or a line of it, off the text. */
const labelColumns = 14

const FieldRow = ({ field, columns }: { readonly field: Field; readonly columns: number }): ReactElement =>
  columns >= minInlineLabelColumns ? (
    <Box>
      <Box width={labelColumns} paddingRight={1} flexShrink={0}>
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

/** A framed list of labelled fields. `columns` is the width of the terminal. */
export const Panel = ({
  title,
  mark,
  tone,
  fields,
  columns,
  children,
}: {
  readonly title: string
  /** A character with the meaning of the colour, for output without colours. */
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
          // oxlint-disable-next-line no-array-index-key -- labels may be equal and their order is fixed
          <FieldRow key={at} field={field} columns={columns} />
        ))}
      </Box>
    )}
    {children}
  </Box>
)
