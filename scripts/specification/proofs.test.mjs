import { describe, expect, it } from "vitest"
import { findFaults, parseRows } from "./proofs.mjs"

const table = [
  "# Title",
  "",
  "| behaviour | proof |",
  "|---|---|",
  "| Opens Connect | `libs/a.test.ts` returns Connect · `e2e/b.spec.ts` opens A \\| B |",
  "| Nothing proves this | |",
].join("\n")

describe("parseRows", () => {
  it("returns each row with its tests and its line", () => {
    expect(parseRows(table)).toEqual([
      {
        line: 5,
        behaviour: "Opens Connect",
        proofs: [
          { file: "libs/a.test.ts", title: "returns Connect" },
          { file: "e2e/b.spec.ts", title: "opens A | B" },
        ],
      },
      { line: 6, behaviour: "Nothing proves this", proofs: [] },
    ])
  })
})

describe("findFaults", () => {
  const rows = parseRows(table)
  const document = "docs/specification.md"
  const file = "libs/a.test.ts"

  it("reports a row without a test, a test that does not exist and a test that did not run", () => {
    const skipped = [{ file, title: "returns Connect", state: "skipped" }]
    expect(findFaults(document, rows, skipped)).toEqual([
      'docs/specification.md:5 (Opens Connect): "returns Connect" in libs/a.test.ts did not run',
      'docs/specification.md:5 (Opens Connect): no test "opens A | B" in e2e/b.spec.ts',
      "docs/specification.md:6 (Nothing proves this): names no test",
    ])
  })

  it("accepts tests that ran, those of the other tier, and any text for …", () => {
    const tests = [
      { file, title: "returns Connect", state: "passed" },
      { file: "e2e/b.spec.ts", title: "opens A | B", state: "otherTier" },
    ]
    expect(findFaults(document, rows.slice(0, 1), tests)).toEqual([])
    const any = { line: 1, behaviour: "Opens", proofs: [{ file, title: "returns …" }] }
    expect(findFaults(document, [any], tests)).toEqual([])
    expect(findFaults(document, [{ ...any, proofs: [{ file, title: "… Connect." }] }], tests)).toHaveLength(1)
  })
})
