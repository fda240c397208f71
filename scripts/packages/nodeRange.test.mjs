import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { subset } from "semver"
import { describe, expect, it } from "vitest"
import { requiredNode } from "../../libs/api/src/node/version.ts"
import { nodeRange } from "./nodeRange.mjs"

const root = join(import.meta.dirname, "../..")
const read = (path) => JSON.parse(readFileSync(join(root, path), "utf8"))
const lock = read("package-lock.json")
const installed = ["libs", "apps"]
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
  .filter((path) => !["apps/cli", "apps/mock-server", "apps/codemod"].includes(path))

describe("engines of the packages", () => {
  it.each(installed)("allows the supported Node versions, as the dependencies of %s do", (path) => {
    const { engines } = read(`${path}/package.json`)
    expect(engines).toEqual({ node: ">=20.19.0" })
    expect(subset(engines.node, nodeRange(lock, path))).toBe(true)
  })

  it.each(["apps/cli", "apps/mock-server"])("allows the versions of the entry check of %s", (path) => {
    const { engines } = read(`${path}/package.json`)
    expect(engines).toEqual({ node: `>=${requiredNode}.0` })
    expect(subset(engines.node, nodeRange(lock, path, { bundles: true }))).toBe(true)
    expect(subset(engines.node, lock.packages["node_modules/undici"].engines.node)).toBe(true)
  })

  // Its own code needs more than its dependencies do.
  it("allows a part of the versions of the dependencies of apps/codemod", () => {
    expect(subset(read("apps/codemod/package.json").engines.node, nodeRange(lock, "apps/codemod"))).toBe(true)
  })
})

describe("nodeRange", () => {
  const rangeOf = (entries, options) => {
    const workspace = { dependencies: { a: "1" }, devDependencies: { d: "1" } }
    return nodeRange({ packages: { "libs/x": workspace, ...entries } }, "libs/x", options)
  }
  const on = (node) => ({ engines: { node } })

  it.each([
    [">=20.19.0", "20 || >=22", "^20.19.0 || >=22.0.0"],
    [">=18.2", ">=22.12.0", ">=22.12.0"],
    ["^20.19.0 || >=22.12.0", ">=20", "^20.19.0 || >=22.12.0"],
  ])("returns the intersection of %s and %s", (a, b, expected) => {
    const entries = {
      "node_modules/a": { ...on(a), dependencies: { b: "1" } },
      "node_modules/b": { ...on(">=99"), dependencies: { c: "1" } },
      "node_modules/a/node_modules/b": on(b),
      "node_modules/c": on(">=99"),
    }
    expect(rangeOf(entries)).toBe(expected)
  })

  it("ignores optional packages, and development dependencies unless they are bundled", () => {
    const entries = {
      "node_modules/a": {
        ...on(">=16.0.0"),
        optionalDependencies: { b: "1" },
        dependencies: { b: "1" },
        peerDependencies: { c: "1" },
        peerDependenciesMeta: { c: { optional: true } },
      },
      "node_modules/b": on(">=25"),
      "node_modules/c": on(">=25"),
      "node_modules/d": on(">=24"),
    }
    expect(rangeOf(entries)).toBe(">=16.0.0")
    expect(rangeOf(entries, { bundles: true })).toBe(">=24.0.0")
  })

  it("ignores what a package installs only for its own command", () => {
    const entries = {
      "node_modules/a": { ...on(">=18"), dependencies: { "@solana/errors": "1", commander: "1" } },
      "node_modules/@solana/errors": { ...on(">=20.18.0"), dependencies: { commander: "1", c: "1" } },
      "node_modules/@solana/errors/node_modules/commander": on(">=22.12.0"),
      "node_modules/commander": on(">=20.19.0"),
      "node_modules/c": on(">=16"),
    }
    expect(rangeOf(entries)).toBe(">=20.19.0")
  })
})
