import { spawn, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import util from "node:util"
import { ensureReady, giveUp, root } from "./ensure.mjs"
import { startMock } from "./mockServer.mjs"

/**
 * `npm run docs` shows the documentation site at http://localhost:5170, over a mock server of its own.
 * `npm run docs:build` writes the published site into `docs/.vitepress/dist`; a dead link, an option or a hook without a
 * docstring, or code of the test wallet in the site fails it. `--no-build` takes the packages as they are built.
 */
const usage = "Usage: npm run docs [-- --port 5170 --no-build], npm run docs:build [-- --no-build]"
const { values: flags } = (() => {
  try {
    return util.parseArgs({
      options: {
        build: { type: "boolean", default: false },
        "no-build": { type: "boolean", default: false },
        port: { type: "string", default: "5170" },
      },
    })
  } catch (problem) {
    return giveUp(`${problem.message}\n${usage}`)
  }
})()
if (!/^\d+$/.test(flags.port)) giveUp(usage)

await ensureReady()

const docs = join(root, "docs")
const bin = (name) => join(root, "node_modules/.bin", name)

/** The generator is no package of the workspace: only this script installs it, without install scripts. */
const installGenerator = () => {
  const lock = createHash("sha256")
    .update(readFileSync(join(docs, "package-lock.json")))
    .digest("hex")
  const marker = join(docs, "node_modules/.wmodal-installed")
  if (existsSync(marker) && readFileSync(marker, "utf8") === lock) return
  console.log("Installing the generator (npm ci in docs/) ...")
  const words = [
    "ci",
    "--ignore-scripts",
    "--workspaces=false",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ]
  if (spawnSync("npm", words, { cwd: docs, stdio: ["ignore", "ignore", "inherit"] }).status !== 0)
    giveUp("npm ci failed in docs/. See the output above.")
  writeFileSync(marker, lock)
}
installGenerator()

if (!flags["no-build"]) {
  console.log("Building the packages ...")
  const { status, stdout } = spawnSync(
    bin("nx"),
    ["run-many", "-t", "build", "--projects=@wmodal/modal-web,wmodal", "--outputStyle=stream"],
    { cwd: root, encoding: "utf8", env: { ...process.env, NX_TUI: "false", NX_DAEMON: "false" } },
  )
  if (status !== 0) giveUp(`${stdout}\nThe build failed. See the output above.`)
}

const { generatePages } = await import("./docs/generate.mjs")
const faults = await generatePages(root)
if (flags.build && faults > 0)
  giveUp(`The reference has ${faults} faults. Say of each public member what it is, its shape and its unit.`)

const vitepress = join(docs, "node_modules/vitepress/bin/vitepress.js")
if (flags.build) {
  const { checkSite } = await import("./docs/checkSite.mjs")
  const { status } = spawnSync(process.execPath, [vitepress, "build", docs], { cwd: docs, stdio: "inherit" })
  if (status !== 0) giveUp("The site was not built. See the output above.")
  const found = checkSite(join(docs, ".vitepress/dist"))
  for (const fault of found) console.log(fault)
  process.exitCode = found.length === 0 ? 0 : 1
} else {
  const mock = await startMock({ port: 0 })
  const { addresses } = mock
  const server = spawn(
    process.execPath,
    [vitepress, "dev", docs, "--port", flags.port, "--strictPort", "--host", "127.0.0.1"],
    {
      cwd: docs,
      stdio: "inherit",
      env: {
        ...process.env,
        WMODAL_DOCS_MOCK: JSON.stringify({
          projectId: addresses.projectId,
          endpoints: addresses.endpoints,
          phone: addresses.phone,
          inbox: addresses.inbox,
        }),
      },
    },
  )
  let isEnding = false
  const end = (code) => {
    if (isEnding) return
    isEnding = true
    server.kill("SIGTERM")
    void mock.end().then(() => process.exit(code))
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => end(0))
  server.on("close", (code) => end(code ?? 1))
  mock.ended.then((trouble) => {
    if (!isEnding) process.stderr.write(`The mock server exited.\n${trouble}`)
    end(1)
  })
}
