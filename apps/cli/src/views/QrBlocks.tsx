import { Box, Text, Transform } from "ink"
import type { ReactElement } from "react"
import { makeQrCode, renderHalfBlocks } from "../pairing/qrCode.ts"
import type { CodeColours } from "../terminal/codeColours.ts"

/** Returns the lines of a code in half blocks. */
export const toQrLines = (text: string, colours: CodeColours): readonly string[] =>
  renderHalfBlocks(makeQrCode(text), colours === "ofDarkTerminal" ? "light" : "dark")

/** Paints with black and white of the 256 colours, which themes do not change. */
const paintBlackOnWhite = (line: string): string => `\u001b[38;5;16;48;5;231m${line}\u001b[39;49m`

/** The lines of a QR code. */
export const QrBlocks = ({
  lines,
  colours,
}: {
  readonly lines: readonly string[]
  readonly colours: CodeColours
}): ReactElement => (
  <Box aria-hidden>
    <Transform transform={colours === "blackOnWhite" ? paintBlackOnWhite : (line) => line}>
      <Text>{lines.join("\n")}</Text>
    </Transform>
  </Box>
)
