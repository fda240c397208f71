import { spawn } from "node:child_process"
import { join } from "node:path"
import { createInterface } from "node:readline"
import util from "node:util"
import { ensureReady, giveUp, root } from "./ensure.mjs"
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

const children = new Set()
const start = (command, args, stdio) => {
  const child = spawn(command, args, {
    cwd: root,
    stdio,
    env: { ...process.env, NX_TUI: "false", NX_DAEMON: "false" },
  })
  children.add(child)
  child.once("close", () => children.delete(child))
  return child
}
const ended = (child) => new Promise((resolve) => child.once("close", resolve))

let server
let ending = false
async function end(code) {
  if (ending) return
  ending = true
  server?.close()
  server?.closeAllConnections()
  await Promise.all(
    [...children].map((child) => {
      child.kill("SIGTERM")
      return ended(child)
    }),
  )
  process.exit(code)
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => end(0))

/**
 * Builds with nx, which rewrites every output, even current ones: `--no-build` is for concurrent readers of the
 * outputs.
 */
async function build() {
  console.log("Building ...")
  const nx = start(
    join(root, "node_modules/.bin/nx"),
    ["run-many", "-t", "build", "--projects=@wmodal/modal-web,wmodal", "--outputStyle=stream"],
    ["ignore", "pipe", "inherit"],
  )
  let said = ""
  nx.stdout.on("data", (data) => (said += data))
  if ((await ended(nx)) !== 0 && !ending) {
    process.stdout.write(said)
    giveUp("The build failed. See the output above.")
  }
}
if (flags.build) await build()

const busy = (port, flag) =>
  `Port ${port} is in use. Choose another one: npm start -- ${flag} ${port > 65_525 ? port - 10 : port + 10}`

const mock = start(
  process.execPath,
  [join(root, "apps/cli/dist/wmodal.js"), "mock", "--port", String(flags.mockPort), "--json"],
  ["ignore", "pipe", "pipe"],
)
let mockTrouble = ""
mock.stderr.on("data", (data) => (mockTrouble += data))
const line = await new Promise((resolve) => {
  createInterface({ input: mock.stdout }).once("line", resolve)
  mock.once("close", () => resolve(null))
})
if (line === null) {
  if (!ending)
    giveUp(
      /in use|EADDRINUSE|busy/i.test(mockTrouble)
        ? busy(flags.mockPort, "--mock-port")
        : `The mock server did not start.\n${mockTrouble}`,
    )
} else {
  mock.once("close", () => {
    if (!ending) {
      process.stderr.write(`The mock server exited.\n${mockTrouble}`)
      end(1)
    }
  })
  const { projectId, directory, blockchain, relay, secureSite, control, phone, inbox } = JSON.parse(line)
  const config = { projectId, endpoints: { directory, blockchain, relay, secureSite } }
  try {
    server = await serveFolder({
      folder: join(root, "apps/modal-web/dist/demo"),
      port: flags.port,
      generated: { "/config.json": JSON.stringify(config) },
    })
  } catch (problem) {
    process.stderr.write(`${problem.code === "EADDRINUSE" ? busy(flags.port, "--port") : problem.message}\n`)
    await end(1)
  }
  if (server !== undefined && !ending) {
    console.log(`
  wmodal is running.

    Demo dApp     http://localhost:${server.address().port}/
    A phone       ${phone.replace("{projectId}", projectId)}   (a wallet that scans the code, or opens from it)
    An inbox      ${inbox.replace("{projectId}", projectId)}   (all emails of the secure site)
    Mock server   ${blockchain}   (wallet directory, blockchain API, relay and chains)
    Control       ${control}

  No wallet installed? The demo includes one. Press Ctrl-C to stop.
`)
  }
}
