import { Box, Text } from "ink"
import type { ReactElement } from "react"
import type { CodeColours } from "../terminal/codeColours.ts"
import { type Field, Panel } from "./Panel.tsx"
import { QrBlocks, toQrLines } from "./QrBlocks.tsx"

/** Renders the address or request with its warnings. The code is left out when the terminal is narrower. */
export const renderPaymentRequest =
  ({
    title,
    fields,
    warnings,
    code,
  }: {
    readonly title: string
    readonly fields: readonly Field[]
    readonly warnings: readonly string[]
    /** `null`: no code was asked for. */
    readonly code: { readonly text: string; readonly colours: CodeColours } | null
  }) =>
  (columns: number): ReactElement => {
    const lines = code === null ? [] : toQrLines(code.text, code.colours)
    const width = lines[0]?.length ?? 0
    return (
      <Box flexDirection="column">
        {code !== null &&
          (width <= columns ? (
            <QrBlocks lines={lines} colours={code.colours} />
          ) : (
            <Text dimColor>A QR code needs {width} columns.</Text>
          ))}
        <Panel title={title} mark="✓" tone="green" fields={fields} columns={columns}>
          {warnings.length > 0 && (
            <Box flexDirection="column" marginTop={1}>
              {warnings.map((warning) => (
                <Text key={warning} color="yellow">
                  ! {warning}
                </Text>
              ))}
            </Box>
          )}
        </Panel>
      </Box>
    )
  }
