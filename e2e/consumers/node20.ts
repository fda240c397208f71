import { cp, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { runCommand, runToEnd, startServer } from "./exec.ts"
import type { PackedPackage } from "./packages.ts"
import type { ConsumerReport } from "./report.ts"

/** The oldest Node that the packages declare in `engines`, for this machine; `null` when the registry has none. */
const oldestNode =
  process.platform === "linux" && ["x64", "arm64"].includes(process.arch)
    ? { name: `node-linux-${process.arch}`, version: "20.19.5" }
    : null

const install = ["install", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"]

interface Node20Deps {
  readonly packed: readonly PackedPackage[]
  /** Lines for `.npmrc`, to install the packed packages. */
  readonly npmrc: string
  /** A new folder. */
  readonly folder: string
  /** Copies the example of Next to a folder outside the workspace. */
  readonly copyNext: () => Promise<string>
}

const allowsNode20 = ({ manifest }: PackedPackage) => manifest.engines?.node?.startsWith(">=20.19") === true

/** Lists what a server can import of a package: no style sheet, and no file of the script tag. */
const listEntries = ({ manifest }: PackedPackage): readonly string[] =>
  Object.keys(manifest.exports ?? {})
    .filter((path) => !/\.css$|\*|^\.\/testing$/.test(path))
    .map((path) => manifest.name + path.slice(1))

/** What says which Node it needs. */
const newerOnly = ["@wmodal/mock-server", "@wmodal/api/node"]

/** Imports and calls every published entry on the oldest Node of `engines`, and lets Next render there. */
export const checkNode20 = async ({ check }: ConsumerReport, deps: Node20Deps): Promise<void> => {
  if (oldestNode === null) return console.log("skip node-20: the registry has no Node 20.19 for this machine")
  const { folder, npmrc, packed } = deps
  const node = join(folder, "node_modules", oldestNode.name, "bin/node")
  const installed = await check("node-20: installs", async () => {
    await cp(join(import.meta.dirname, "node20"), folder, { recursive: true })
    await writeFile(join(folder, ".npmrc"), npmrc)
    const own = packed.map(({ manifest: { name, version } }) => [name, version])
    const others = [
      [oldestNode.name, oldestNode.version],
      ["react", "^19.1.0"],
      ["react-dom", "^19.1.0"],
      ["viem", "2.57.1"],
      ["wagmi", "3.7.7"],
      ["@tanstack/react-query", "^5.0.0"],
      // For the message of @wmodal/api/node, whose peer it is.
      ["undici", "^8.0.0"],
    ]
    const dependencies = Object.fromEntries([...own.filter(([name]) => name !== "wmodal"), ...others])
    await writeFile(
      join(folder, "package.json"),
      JSON.stringify({ private: true, type: "module", dependencies }),
    )
    await runCommand("npm", install, { cwd: folder })
    const { stdout } = await runCommand(node, ["--version"], { cwd: folder })
    if (stdout.trim() !== `v${oldestNode.version}`) throw new Error(`It is ${stdout}`)
    return true
  })
  if (installed === null) return
  const entries = packed
    .filter(allowsNode20)
    .flatMap(listEntries)
    .filter((entry) => !newerOnly.includes(entry))
  await check(`node-20: ${entries.length} entries import, and what a server calls works`, async () => {
    if (entries.length < 20) throw new Error(`These are all entries: ${entries.join(", ")}`)
    const { stdout } = await runCommand(node, ["program.mjs", JSON.stringify(entries)], { cwd: folder })
    if (!stdout.includes("done")) throw new Error(stdout)
  })
  await check("node-20: the codemod runs", async () => {
    const { stdout } = await runCommand(node, ["node_modules/.bin/wmodal-codemod", "--help"], { cwd: folder })
    if (!stdout.startsWith("Usage:")) throw new Error(stdout)
  })
  for (const name of newerOnly)
    await check(`node-20: the import of ${name} names the Node that is needed`, async () => {
      const words = ["--input-type=module", "--eval", `import ${JSON.stringify(name)}`]
      const { code, stderr } = await runToEnd(node, words, { cwd: folder })
      const sentence = `Error: ${name} needs Node 22.19 or newer, and this is Node ${oldestNode.version}.`
      if (code === 0 || !stderr.split("\n").includes(sentence)) throw new Error(stderr)
    })
  await check("node-20: Next builds, and its server renders the button", async () => {
    const next = await deps.copyNext()
    // A page without a mock server: nothing of the modal loads before a press.
    const options = { cwd: next, node, env: { NEXT_PUBLIC_MOCK_URL: "http://127.0.0.1:9" } }
    await runCommand("npm", install, options)
    await runCommand("npm", ["run", "build"], options)
    const server = await startServer("npm", ["start", "--", "--port", "0"], /http:\/\/localhost:\d+/, options)
    try {
      const html = await (await fetch(server.ready)).text()
      if (!/<wmodal-button[^>]*>Connect wallet<\/wmodal-button>/.test(html))
        throw new Error(`${server.output()}\n${html.slice(0, 2000)}`)
    } finally {
      await server.close()
    }
  })
}
