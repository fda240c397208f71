import type { Code } from "./code.ts"

/** Which modules the foreground colour draws; the background is the other ones. */
export type Drawn = "dark" | "light"

const blocks = { both: "█", upper: "▀", lower: "▄", none: " " } as const

/** Two modules a character, one above the other, so that they are square. One line for every two rows. */
export const halfBlocks = (code: Code, drawn: Drawn): readonly string[] =>
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
