import { cp, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { runCommand, runToEnd } from "./exec.ts"
import type { ConsumerReport } from "./report.ts"

/** Unsupported hosts, as parts of this run. */
export const unsupported = ["react-17", "node-18"] as const

const expectMatch = (output: string, pattern: RegExp) => {
  if (!pattern.test(output)) throw new Error(`Nothing in the output matches ${pattern}:\n${output}`)
}

/** The entry of a React 17 host: the root API came with React 18. */
const main = `import { WModalProvider } from "@wmodal/modal-web/react"
import { render } from "react-dom"
import { App } from "./App"
import { modal } from "./modal"

render(<WModalProvider modal={modal}><App /></WModalProvider>, document.getElementById("root"))
`

/** Checks React 17. `folder` is the example of React 18 before its installation. */
export const checkReact17 = async ({ check }: ConsumerReport, folder: string): Promise<void> => {
  const file = join(folder, "package.json")
  const manifest = await readFile(file, "utf8")
  await writeFile(file, manifest.replaceAll("~18.2.0", "~17.0.2"))
  await writeFile(join(folder, "src/main.tsx"), main)
  const install = ["install", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"]
  await check("react-17: npm names the React that is needed", async () => {
    const { code, stderr } = await runToEnd("npm", install, { cwd: folder })
    if (code === 0) throw new Error("npm installed it.")
    expectMatch(stderr, /^npm (ERR!|error) peer react(-dom)?@">=18\.2" from @wmodal\/modal-web@/m)
  })
  await check("react-17: a build of it all the same names the React that is needed", async () => {
    await runCommand("npm", [...install, "--legacy-peer-deps"], { cwd: folder })
    const { code, stdout, stderr } = await runToEnd("npm", ["run", "build"], { cwd: folder })
    if (code === 0) throw new Error("It was built.")
    expectMatch(stdout + stderr, /react-18\.2-or-newer-is-needed/)
  })
}

/** The Node 18 of npm's registry for this machine, `null` when it has none. */
const node18 = process.platform === "linux" && ["x64", "arm64"].includes(process.arch) ? process.arch : null

/** Checks Node 18. `installed` is the example of the terminal program. */
export const checkNode18 = async (
  { check }: ConsumerReport,
  installed: string,
  work: string,
): Promise<void> => {
  if (node18 === null) return console.log("skip node-18: the registry has no Node 18 for this machine")
  const folder = join(work, "node-18")
  await cp(installed, folder, { recursive: true, verbatimSymlinks: true })
  await check("node-18: installs", async () => {
    const packages = ["@wmodal/mock-server", "undici", `node-linux-${node18}@18.20.8`]
    await runCommand("npm", ["install", "--no-save", "--no-audit", "--no-fund", ...packages], { cwd: folder })
  })
  const node = join(folder, `node_modules/node-linux-${node18}/bin/node`)
  const sentence = (product: string) => `${product} needs Node 22.19 or newer, and this is Node 18.20.8.`
  await check("node-18: wmodal names the Node that is needed", async () => {
    const words = ["node_modules/.bin/wmodal", "connect", "--wallet", "dev"]
    const { code, stdout, stderr } = await runToEnd(node, words, { cwd: folder })
    const report = { code: "node", message: sentence("wmodal"), hint: null, retryable: false }
    if (code !== 3 || stdout !== "" || stderr !== `${JSON.stringify(report)}\n`)
      throw new Error(`It ended with ${code}:\n${stdout}${stderr}`)
  })
  for (const name of ["@wmodal/mock-server", "@wmodal/api/node"])
    await check(`node-18: the import of ${name} names the Node that is needed`, async () => {
      const words = ["--input-type=module", "--eval", `import ${JSON.stringify(name)}`]
      const { code, stderr } = await runToEnd(node, words, { cwd: folder })
      if (code === 0) throw new Error("It was imported.")
      if (!stderr.split("\n").includes(`Error: ${sentence(name)}`)) throw new Error(stderr)
    })
}
