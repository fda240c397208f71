import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, describe, expect, it } from "vitest"
import { paths } from "../harness/paths.ts"

const folder = mkdtempSync(join(tmpdir(), "wmodal-node-"))
afterAll(() => rmSync(folder, { recursive: true }))

/** Makes flags with which this Node reports another version. */
const makeVersionFlags = (version: string) => {
  const file = join(folder, `${version}.mjs`)
  const versions = `{ ...process.versions, node: ${JSON.stringify(version)} }`
  writeFileSync(file, `Object.defineProperty(process, "versions", { value: ${versions} })\n`)
  return ["--import", pathToFileURL(file).href]
}

interface InstalledNode {
  readonly version: string
  readonly command: string
  readonly flags: readonly string[]
}

/** The Node installations of this machine: on the path, and in system folders. */
const installedNodes: readonly InstalledNode[] = [
  ...new Set(
    [...(process.env["PATH"] ?? "").split(delimiter), "/usr/bin", "/usr/local/bin"]
      .map((path) => join(path, "node"))
      .filter((command) => existsSync(command))
      .map((command) => realpathSync(command)),
  ),
].map((command) => ({
  version: spawnSync(command, ["-p", "process.versions.node"], { encoding: "utf8" }).stdout.trim(),
  command,
  flags: [],
}))

const isOld = ({ version }: InstalledNode) => {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  return major < 22 || (major === 22 && minor < 19)
}

const oldNodes: readonly InstalledNode[] = [
  ...["16.20.2", "18.20.8", "20.20.2", "22.18.0"].map((version) => ({
    version,
    command: process.execPath,
    flags: makeVersionFlags(version),
  })),
  ...installedNodes.filter(isOld),
]

const runNode = ({ command, flags }: InstalledNode, args: readonly string[]) => {
  const env = { PATH: process.env["PATH"], HOME: folder, XDG_STATE_HOME: folder }
  const { status, stdout, stderr } = spawnSync(command, [...flags, ...args], { env, encoding: "utf8" })
  return { status, stdout, stderr }
}

describe.each(oldNodes)("Node $version at $command", { tags: ["full"] }, (node) => {
  const sentence = (product: string) =>
    `${product} needs Node 22.19 or newer, and this is Node ${node.version}.`

  it.each([["doctor"], ["--help"], ["mock", "--json"]])(
    "makes wmodal %s name the Node that it needs",
    (...args) => {
      const report = { code: "node", message: sentence("wmodal"), hint: null, retryable: false }
      expect(runNode(node, [paths.terminal, ...args])).toEqual({
        status: 3,
        stdout: "",
        stderr: `${JSON.stringify(report)}\n`,
      })
    },
  )

  it.each([
    ["@wmodal/mock-server", "apps/mock-server/dist/index.js"],
    ["@wmodal/api/node", "libs/api/dist/node/index.js"],
  ])("makes the import of %s name the Node that it needs", (name, file) => {
    const module = JSON.stringify(pathToFileURL(join(paths.root, file)).href)
    const { status, stderr } = runNode(node, ["--input-type=module", "--eval", `import ${module}`])
    expect(status).toBe(1)
    expect(stderr).toContain(`Error: ${sentence(name)}\n`)
  })
})
