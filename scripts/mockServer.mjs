import { spawn } from "node:child_process"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { root } from "./ensure.mjs"

/** The error of a port that another program uses. */
export class PortInUse extends Error {}

/**
 * Starts the built mock server. Rejects with `PortInUse`, or with what it printed.
 * @returns its addresses, what ends it, and a promise of its own end with what it printed
 */
export const startMock = async ({ port }) => {
  const child = spawn(
    process.execPath,
    [join(root, "apps/cli/dist/wmodal.js"), "mock", "--port", String(port), "--json"],
    { cwd: root, stdio: ["ignore", "pipe", "pipe"] },
  )
  let trouble = ""
  child.stderr.on("data", (data) => (trouble += data))
  const ended = new Promise((resolve) => child.once("close", () => resolve(trouble)))
  const line = await Promise.race([
    new Promise((resolve) => createInterface({ input: child.stdout }).once("line", resolve)),
    ended.then(() => null),
  ])
  if (line === null)
    throw /in use|EADDRINUSE|busy/i.test(trouble)
      ? new PortInUse()
      : new Error(`The mock server did not start.\n${trouble}`)
  const { projectId, directory, blockchain, relay, secureSite, control, phone, inbox } = JSON.parse(line)
  const inWorld = (page) => page.replace("{projectId}", projectId)
  return {
    addresses: {
      projectId,
      endpoints: { directory, blockchain, relay, secureSite },
      control,
      phone: inWorld(phone),
      inbox: inWorld(inbox),
    },
    ended,
    end: () => {
      child.kill("SIGTERM")
      return ended
    },
  }
}
