import type { QrCode } from "../pairing/qrCode.ts"

/** What a camera sees of half blocks on a ground of one colour: `true` is dark. */
export const readModules = (lines: readonly string[], drawn: "dark" | "light"): QrCode =>
  lines.flatMap((line) => {
    const characters = [...line]
    const half = (of: string) => characters.map((one) => of.includes(one) === (drawn === "dark"))
    return [half("█▀"), half("█▄")]
  })
