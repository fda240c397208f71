import { spawn } from "node:child_process"
import { join } from "node:path"
import util from "node:util"
import { ensureReady, giveUp, root } from "./ensure.mjs"
import { PortInUse, startMock } from "./mockServer.mjs"
import { serveFolder } from "./static.mjs"

await ensureReady()

const flags = (() => {
  try {
    const options = {
      port: { type: "string", default: "4173" },
      "mock-port": { type: "string", default: "4174" },
      "no-build": { type: "boolean", default: false },
    }
    const { values } = util.parseArgs({ options })
    const port = (name) => {
      const number = Number(values[name])
      if (!/^\d+$/.test(values[name]) || number > 65535)
        giveUp(`--${name} takes a port from 0 to 65535, not "${values[name]}".`)
      return number
    }
    return { port: port("port"), mockPort: port("mock-port"), build: !values["no-build"] }
  } catch (problem) {
    return giveUp(`${problem.message}\nUsage: npm start -- [--port 4173] [--mock-port 4174] [--no-build]`)
  }
})()

let builder
let mock
let server
let ending = false
async function end(code) {
  if (ending) return
  ending = true
  server?.close()
  server?.closeAllConnections()
  builder?.kill("SIGTERM")
  await Promise.all([builder && ended(builder), mock?.then((started) => started.end()).catch(() => {})])
  process.exit(code)
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => end(0))

const ended = (child) =>
  child.exitCode === null && child.signalCode === null
    ? new Promise((resolve) => child.once("close", () => resolve(child.exitCode)))
    : child.exitCode

/**
 * Builds with nx, which rewrites every output, even current ones: `--no-build` is for concurrent readers of the
 * outputs.
 */
async function build() {
  console.log("Building ...")
  builder = spawn(
    join(root, "node_modules/.bin/nx"),
    ["run-many", "-t", "build", "--projects=@wmodal/modal-web,wmodal", "--outputStyle=stream"],
    {
      cwd: root,
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, NX_TUI: "false", NX_DAEMON: "false" },
    },
  )
  let said = ""
  builder.stdout.on("data", (data) => (said += data))
  if ((await ended(builder)) !== 0 && !ending) {
    process.stdout.write(said)
    giveUp("The build failed. See the output above.")
  }
}
if (flags.build) await build()

const busy = (port, flag) =>
  `Port ${port} is in use. Choose another one: npm start -- ${flag} ${port > 65_525 ? port - 10 : port + 10}`

mock = startMock({ port: flags.mockPort })
const started = await mock.catch((problem) => {
  if (!ending) giveUp(problem instanceof PortInUse ? busy(flags.mockPort, "--mock-port") : problem.message)
})
if (started !== undefined) {
  const { projectId, endpoints, control, phone, inbox } = started.addresses
  started.ended.then((trouble) => {
    if (ending) return
    process.stderr.write(`The mock server exited.\n${trouble}`)
    end(1)
  })
  try {
    server = await serveFolder({
      folder: join(root, "apps/modal-web/dist/demo"),
      port: flags.port,
      generated: { "/config.json": { projectId, endpoints } },
    })
  } catch (problem) {
    process.stderr.write(`${problem.code === "EADDRINUSE" ? busy(flags.port, "--port") : problem.message}\n`)
    await end(1)
  }
  if (server !== undefined && !ending) {
    console.log(`
  wmodal is running.

    Demo dApp     http://localhost:${server.address().port}/
    A phone       ${phone}   (a wallet that scans the code, or opens from it)
    An inbox      ${inbox}   (all emails of the secure site)
    Mock server   ${endpoints.blockchain}   (wallet directory, blockchain API, relay and chains)
    Control       ${control}

  No wallet installed? The demo includes one. Press Ctrl-C to stop.
`)
  }
}
