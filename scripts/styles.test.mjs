import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"

/** As `max-lines` in .oxlintrc.json, which does not read style sheets. */
const maxLines = 400

const root = fileURLToPath(new URL("..", import.meta.url))

const isTooLong = (text) => text.trimEnd().split("\n").length > maxLines

describe("each style sheet", () => {
  it("stays within 400 lines", () => {
    const files = execFileSync("git", ["ls-files", "*.css"], { cwd: root, encoding: "utf8" })
      .trim()
      .split("\n")
    expect(files.length).toBeGreaterThan(10)
    expect(files.filter((file) => isTooLong(readFileSync(`${root}${file}`, "utf8")))).toEqual([])
  })

  it("exceeds the limit with one line more", () => {
    const line = "a {}\n"
    expect(isTooLong(line.repeat(maxLines))).toBe(false)
    expect(isTooLong(line.repeat(maxLines + 1))).toBe(true)
  })
})
