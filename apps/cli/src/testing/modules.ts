import type { Code } from "../pairing/code.ts"

/** What a camera sees of half blocks on a ground of one colour: `true` is dark. */
export const modulesOf = (lines: readonly string[], drawn: "dark" | "light"): Code =>
  lines.flatMap((line) => {
    const characters = [...line]
    const half = (of: string) => characters.map((one) => of.includes(one) === (drawn === "dark"))
    return [half("█▀"), half("█▄")]
  })
