import type { QrCode } from "../pairing/qrCode.ts"

/** Decodes the modules of a QR code from half blocks on a ground of one colour. `true` is dark. */
export const readModules = (lines: readonly string[], drawn: "dark" | "light"): QrCode =>
  lines.flatMap((line) => {
    const characters = [...line]
    const half = (of: string) => characters.map((one) => of.includes(one) === (drawn === "dark"))
    return [half("█▀"), half("█▄")]
  })
