import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import peers from "./peerNames.json" with { type: "json" }

const read = (path) => readFileSync(join(import.meta.dirname, "../..", path), "utf8")

/** The rows of all tables, without their heads. */
const readRows = (text) =>
  text
    .split("\n")
    .filter((line) => line.startsWith("| ") && !/^\|[-| ]+\|$/.test(line))
    .map((line) => line.slice(1, -1).split(/(?<!\\) \| /))

const guides = [...Object.keys(peers), "docs/from-connectkit.md", "docs/from-web3-onboard.md"]

describe("the tables of what is called what", () => {
  it.each(guides)("gives something of ours or a reason in each row of %s", (path) => {
    const rows = readRows(read(path))
    expect(rows.length).toBeGreaterThan(20)
    const isEmpty = ([, ours = ""]) => /^(?:|none\.?|none needed\.?|-|\?|todo)$/i.test(ours.trim())
    expect(rows.filter((cells) => cells.length !== 2 || isEmpty(cells))).toEqual([])
  })

  it.each(
    Object.entries(peers).flatMap(([path, { names }]) =>
      Object.entries(names).map(([kind, list]) => ({ path, kind, list })),
    ),
  )("has every name of $kind in $path", ({ path, list }) => {
    const named = readRows(read(path))
      .flatMap(([theirs]) => theirs.match(/`[^`]+`/g) ?? [])
      .join(" ")
    const isNamed = (name) => RegExp(`(?<![\\w-])${name.replaceAll(/[^\w-]/g, "\\$&")}(?![\\w-])`).test(named)
    expect(list.filter((name) => !isNamed(name))).toEqual([])
  })
})
