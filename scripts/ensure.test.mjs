import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { satisfies, subset } from "semver"
import { afterAll, describe, expect, it } from "vitest"
import { requiredNode as requiredByPackages } from "../libs/api/src/node/version.ts"
import manifest from "../package.json" with { type: "json" }
import { canInstall, isInstalled, isNewEnough, requiredNode } from "./ensure.mjs"

describe("isNewEnough", () => {
  it("requires the Node version of the packages", () => {
    expect(requiredNode).toBe(requiredByPackages)
  })

  it.each([
    ["16.20.2", false],
    ["20.20.2", false],
    ["22.18.9", false],
    ["22.19.0", true],
    ["24.0.0", true],
  ])("returns for Node %s: %s", (version, expected) => {
    expect(isNewEnough(version)).toBe(expected)
  })
})

describe("canInstall", () => {
  it.each([
    "16.20.2",
    "18.20.8",
    "20.0.0",
    "20.18.3",
    "20.19.0",
    "21.7.3",
    "22.11.0",
    "22.12.0",
    "23.1.0",
    "24.0.0",
  ])("agrees with the engines of the root on Node %s", (version) => {
    expect(canInstall(version)).toBe(satisfies(version, manifest.engines.node))
  })

  it("returns true only for a Node on which npm installs every optional package of Linux", () => {
    const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, "../package-lock.json"), "utf8"))
    const forLinux = Object.entries(packages).filter(
      ([path, { optional, os, cpu }]) =>
        optional === true &&
        !path.includes("wasm32") &&
        [os ?? "linux"].flat().includes("linux") &&
        [cpu ?? "x64"].flat().some((name) => name === "x64" || name === "arm64"),
    )
    const ranges = [...new Set(forLinux.flatMap(([, { engines }]) => engines?.node ?? []))]
    expect(ranges.length).toBeGreaterThan(2)
    expect(ranges.filter((range) => !subset(manifest.engines.node, range))).toEqual([])
  })
})

describe("isInstalled", () => {
  const wanted = {
    "": {},
    "node_modules/a": { integrity: "sha512-a" },
    "node_modules/mac": { integrity: "sha512-mac", optional: true },
    "node_modules/@wmodal/core": { link: true },
  }
  const installed = {
    "node_modules/a": { integrity: "sha512-a" },
    "node_modules/@wmodal/core": { link: true },
  }

  it("returns true when all but an optional package of another machine is there", () => {
    expect(isInstalled(wanted, installed)).toBe(true)
  })

  it.each([
    ["npm has installed nothing", null],
    ["a package is missing", { "node_modules/a": installed["node_modules/a"] }],
    ["a package is of another version", { ...installed, "node_modules/a": { integrity: "sha512-b" } }],
    ["there is one more", { ...installed, "node_modules/b": { integrity: "sha512-b" } }],
  ])("returns false when %s", (_, found) => {
    expect(isInstalled(wanted, found)).toBe(false)
  })
})

describe("script of the repository", () => {
  const folder = mkdtempSync(join(tmpdir(), "wmodal-scripts-"))
  afterAll(() => rmSync(folder, { recursive: true }))

  /** Makes a repository with installed packages, and one script that prints its Node and its arguments. */
  const repository = (name, { hasNode }) => {
    const root = join(folder, name)
    for (const made of ["scripts", "node_modules/.bin"]) mkdirSync(join(root, made), { recursive: true })
    cpSync(join(import.meta.dirname, "ensure.mjs"), join(root, "scripts/ensure.mjs"))
    writeFileSync(join(root, "package-lock.json"), "{}")
    writeFileSync(
      join(root, "node_modules/.wmodal-installed"),
      createHash("sha256").update("{}").digest("hex"),
    )
    if (hasNode) symlinkSync(process.execPath, join(root, "node_modules/.bin/node"))
    const script = join(root, "scripts/script.mjs")
    const lines = [
      'import { ensureReady } from "./ensure.mjs"',
      "await ensureReady()",
      "console.log(process.versions.node, ...process.argv.slice(2))",
      "process.exitCode = 7",
    ]
    writeFileSync(script, lines.join("\n"))
    return script
  }

  /** Runs the script on a Node that reports another version and platform. */
  const run = (script, { version, platform }) => {
    const preload = join(folder, `${version}-${platform}.mjs`)
    const versions = `{ ...process.versions, node: ${JSON.stringify(version)} }`
    writeFileSync(
      preload,
      `Object.defineProperty(process, "versions", { value: ${versions} })
Object.defineProperty(process, "platform", { value: ${JSON.stringify(platform)} })
Object.defineProperty(process, "arch", { value: "x64" })\n`,
    )
    const args = ["--import", pathToFileURL(preload).href, script, "--flag", "a b"]
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" })
    return { status, stdout, stderr }
  }

  it("runs on the Node of the lock file when the current one is too old, and returns its exit code", () => {
    expect(run(repository("brought", { hasNode: true }), { version: "20.19.0", platform: "linux" })).toEqual({
      status: 7,
      stdout: `${process.versions.node} --flag a b\n`,
      stderr: "",
    })
  })

  it.each([
    ["the lock file has none for the machine", "20.20.2", "darwin", true],
    ["the Node of the lock file is not installed", "20.20.2", "linux", false],
    ["npm on it leaves packages out", "18.20.8", "linux", true],
  ])("names the required Node when the current one is too old and %s", (_, version, platform, hasNode) => {
    const script = repository(`missing-${version}-${platform}`, { hasNode })
    expect(run(script, { version, platform })).toEqual({
      status: 1,
      stdout: "",
      stderr: `wmodal needs Node 22.19 or newer on this machine, and this is Node ${version}.\n`,
    })
  })

  it("keeps the current Node when it is new enough", () => {
    const { stdout } = run(repository("own", { hasNode: false }), { version: "99.0.0", platform: "darwin" })
    expect(stdout).toBe("99.0.0 --flag a b\n")
  })
})
