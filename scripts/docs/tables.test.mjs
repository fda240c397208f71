import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { countStarts, countTasks } from "./countTasks.mjs"
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

describe("the figures of the documentation", () => {
  const root = join(import.meta.dirname, "../..")

  it.each(Object.entries(countTasks(root)))(
    "counts the files and lines of docs/tasks.md: %s",
    (page, counted) => {
      const [file, part] = page.split("#")
      const link = `](./${file}.md${part === undefined ? "" : `#${part}`})`
      const row = readRows(read("docs/tasks.md")).find(([task]) => task.includes(link))
      expect(row?.slice(1, 3).map(Number)).toEqual([counted.files, counted.lines])
    },
  )

  it.each(Object.entries(countStarts(root)))(
    "counts the packages and lines of docs/compare.md: %s",
    (page, counted) => {
      const row = readRows(read("docs/compare.md")).find(([name]) => name.includes(`(\`${page}\`)`))
      expect(row?.slice(1, 3).map(Number)).toEqual([counted.packages, counted.lines])
    },
  )
})

describe("the names of the hooks", () => {
  it("shares only deprecated names with wagmi", () => {
    const report = read("api/modal-web-react.api.md")
    const ours = [...report.matchAll(/^\/\/ @public(.*)\nexport const (use\w+)/gm)]
    const current = ours.flatMap(([, tags, name]) => (tags.includes("@deprecated") ? [] : [name]))
    expect(current).toContain("useWModalAccount")
    const theirs = Object.entries(peers["docs/from-wagmi.md"].names).flatMap(([kind, names]) =>
      kind.startsWith("hooks") ? names : [],
    )
    expect(theirs).toContain("useAccount")
    expect(current.filter((name) => theirs.includes(name))).toEqual([])
  })
})
