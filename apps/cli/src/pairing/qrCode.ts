import { encode } from "uqr"

/** A QR code with its quiet zone; `true` is dark. Square. */
export type QrCode = readonly (readonly boolean[])[]

/** The width of the quiet zone in modules. Source: ISO/IEC 18004. */
const quietZoneModules = 4

export const makeQrCode = (link: string): QrCode => encode(link, { ecc: "L", border: quietZoneModules }).data

/** The modules that are drawn in the foreground color; the background shows the others. */
export type ModuleShade = "dark" | "light"

const blocks = { both: "█", upper: "▀", lower: "▄", none: " " } as const

/**
 * Renders two modules per character, one above the other, so that they are square. Returns one line for every two rows.
 */
export const renderHalfBlocks = (code: QrCode, drawn: ModuleShade): readonly string[] =>
  code.flatMap((upper, at) => {
    if (at % 2 === 1) return []
    const lower = code[at + 1]
    return upper
      .map((isDark, column) => {
        // The quiet zone continues below the last row.
        const [above, below] = [isDark, lower?.[column] ?? false].map((dark) => dark === (drawn === "dark"))
        return above ? (below ? blocks.both : blocks.upper) : below ? blocks.lower : blocks.none
      })
      .join("")
  })
