import { parseAst } from "vite"
import { describe, expect, it } from "vitest"
import { divide } from "../apps/modal-web/scripts/lateHalves.mjs"

const divideText = (code, ...used) => divide(code, parseAst(code).body, "/lib.js", new Set(used))

describe("the division of a module", () => {
  it("moves what the first chunk does not need, and lets each half import what it needs of the other", () => {
    const halves = divideText(
      `import { base } from "./base.js"
      const one = base + 1
      export const early = () => one
      const two = () => one + 1
      export const late = () => two()`,
      "early",
    )
    expect(halves?.first).toContain("const early")
    expect(halves?.first).not.toContain("two")
    expect(halves?.first).toContain('export { late as late } from "/lib.js?late-half"')
    expect(halves?.late).toContain("const two")
    expect(halves?.late).toContain("const late")
    expect(halves?.late).toContain('import { half_one as one } from "/lib.js"')
    expect(halves?.late).not.toContain("early")
  })

  it("keeps the names of exports that have another name", () => {
    const halves = divideText(
      "const void_ = 1; const try_ = 2; export { void_ as void, try_ as try }",
      "void",
    )
    expect(halves?.first).toContain("export { void_ as void }")
    expect(halves?.late).toContain("export { try_ as try }")
  })

  it("keeps what is assigned and what other statements need in the first half", () => {
    const halves = divideText(
      `export const used = 1
      export let count = 0
      export const register = () => {}
      register()
      export const late = () => count`,
      "used",
    )
    expect(halves?.first).toContain("let count")
    expect(halves?.first).toContain("const register")
    expect(halves?.first).toContain("count as half_count")
    expect(halves?.late).toContain("half_count as count")
    expect(halves?.late).not.toContain("register")
  })

  it("passes on what it imports", () => {
    const halves = divideText('import { a } from "./a.js"; export { a }; export const late = 1', "a")
    expect(halves?.first).toContain("export { a as a }")
    expect(halves?.late).not.toContain("as a")
  })

  it("keeps the order of statements", () => {
    const halves = divideText(
      `export class Used {}
      Used.prototype.name = "used"
      export const late = 2`,
      "Used",
    )
    expect(halves?.first).toMatch(/^class Used \{\}\nUsed\.prototype/)
  })

  it("returns null when the first chunk needs all", () => {
    expect(divideText("export const a = 1; export const b = a", "b", "a")).toBe(null)
  })
})
