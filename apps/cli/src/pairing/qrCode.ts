import { encode } from "uqr"

/** A code to scan, quiet zone included: `true` is dark. Square. */
export type QrCode = readonly (readonly boolean[])[]

/** What ISO/IEC 18004 wants to be left free around it, in modules. */
const quietZoneModules = 4

export const makeQrCode = (link: string): QrCode => encode(link, { ecc: "L", border: quietZoneModules }).data

/** Which modules the foreground colour draws; the background is the other ones. */
export type ModuleShade = "dark" | "light"

const blocks = { both: "█", upper: "▀", lower: "▄", none: " " } as const

/** Two modules a character, one above the other, so that they are square. One line for every two rows. */
export const renderHalfBlocks = (code: QrCode, drawn: ModuleShade): readonly string[] =>
  code.flatMap((upper, at) => {
    if (at % 2 === 1) return []
    const lower = code[at + 1]
    return upper
      .map((isDark, column) => {
        // Below the last row the quiet zone goes on.
        const [above, below] = [isDark, lower?.[column] ?? false].map((dark) => dark === (drawn === "dark"))
        return above ? (below ? blocks.both : blocks.upper) : below ? blocks.lower : blocks.none
      })
      .join("")
  })
