import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"

const folder = join(import.meta.dirname, "../../vectors")
const read = (name) => readFileSync(join(folder, name), "utf8")

const files = readdirSync(folder, { recursive: true })
  .filter((name) => /\.json(\.gz)?$/.test(name))
  .toSorted()

/** Returns the cells of each row of NOTICE.md whose first cell matches. */
const rows = (pattern) =>
  read("NOTICE.md")
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .filter(([, first = ""]) => pattern.test(first))
    .map(([, ...cells]) => cells)

const fileRows = rows(/^`.*\.json(\.gz)?`$/)
const repositories = new Map(
  rows(/^[\w-]+\/[\w.-]+$/).map(([name, commit, licence]) => [name, { commit, licence }]),
)

describe("notice of the conformance vectors", () => {
  it("lists exactly the existing files", () => {
    expect(fileRows.map(([file]) => file.replaceAll("`", "")).toSorted()).toEqual(files)
  })

  it("names repository, commit, path and open licence for every file", () => {
    for (const [file, repository, path, licence] of fileRows) {
      const { commit, licence: granted } = repositories.get(repository) ?? {}
      expect([file, commit]).toEqual([file, expect.stringMatching(/^`[0-9a-f]{40}`$/)])
      expect([file, path]).toEqual([file, expect.stringMatching(/^`.+`/)])
      const [spdx] = licence.split(" ")
      expect(["Apache-2.0", "BSD-2-Clause", "CC0-1.0", "MIT"]).toContain(spdx)
      expect(granted).toContain(spdx)
    }
  })

  it("contains the text of every licence that requires it", () => {
    const texts = fileRows.map(([, , , licence]) => `licenses/${licence.split(" ")[0]}.txt`)
    const missing = texts.filter((name) => name !== "licenses/CC0-1.0.txt" && !existsSync(join(folder, name)))
    expect(missing).toEqual([])
  })

  it("contains a checksum that matches the bytes of every file", () => {
    const sums = files.map((file) => {
      const digest = createHash("sha256")
        .update(readFileSync(join(folder, file)))
        .digest("hex")
      return `${digest}  ${file}`
    })
    expect(read("SHA256SUMS").trimEnd().split("\n")).toEqual(sums)
  })
})
