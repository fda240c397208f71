import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { endpointNames, featureNames, optionNames, themeVariableNames } from "./optionNames.ts"

/** The first cells of the section's rows. */
const [, section = ""] = readFileSync(
  new URL("../../../../docs/specification.md", import.meta.url),
  "utf8",
).split("## 10. Options of a page")
const rows = section.split("\n").map((line) => line.split(" | ")[0] ?? "")

describe("docs/specification.md", () => {
  it.each([
    ["options", optionNames],
    ["features", featureNames],
    ["endpoints", endpointNames],
    ["theme variables", themeVariableNames],
  ])("has a row with a test for each of the %s", (_, names) => {
    const missing = Object.keys(names).filter((name) => !rows.some((row) => row.includes(`\`${name}\``)))
    expect(missing).toEqual([])
  })
})
