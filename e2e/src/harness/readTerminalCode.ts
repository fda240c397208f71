import jsQR from "jsqr"
import type { Picture } from "./terminalPicture.ts"

/** Reads the QR code of a terminal's picture, without inversion: some phones do not scan an inverted code. */
export const readTerminalCode = ({ data, height, width }: Picture): string | null =>
  jsQR(data, width, height, { inversionAttempts: "dontInvert" })?.data ?? null
