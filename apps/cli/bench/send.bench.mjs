/**
 * Measures the time of `wmodal send --json` over a bare viem script on the same mock server: both fetch nonce and fee,
 * sign, send and wait for the receipt. Medians and ratio of `pairs` alternating runs.
 */
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

const pairs = 9
const built = fileURLToPath(new URL("../dist/wmodal.js", import.meta.url))
const bare = fileURLToPath(new URL("./bareSend.mjs", import.meta.url))
const to = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

const home = mkdtempSync(join(tmpdir(), "wmodal-bench-"))
const env = { PATH: process.env["PATH"], HOME: home, XDG_STATE_HOME: home }
const server = spawn(process.execPath, [built, "mock", "--port", "0", "--json"], {
  env,
  stdio: ["ignore", "pipe", "inherit"],
})

const run = (args) => {
  const start = performance.now()
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" })
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}: ${stderr}`)
  return performance.now() - start
}
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

try {
  const [line] = await once(createInterface({ input: server.stdout }), "line")
  const { blockchain } = JSON.parse(line)
  const endpoints = join(home, "endpoints.json")
  writeFileSync(endpoints, line)
  const rpc = `${blockchain}/v1?chainId=eip155:1&projectId=demo`
  const wmodal = (...args) => run([built, ...args])
  wmodal("connect", "--wallet", "dev", "--yes", "--endpoints", endpoints)
  // The first call starts the chain, and the first payment requires confirmation of the new recipient.
  wmodal("send", "0.001", "ETH", to, "--yes", "--json", "--confirm", to)
  const rounds = Array.from({ length: pairs }, (_, at) => ({
    bare: run([bare, rpc, to]),
    send: wmodal("send", `0.00${at + 2}`, "ETH", to, "--yes", "--json"),
  }))
  const [alone, send] = [median(rounds.map((r) => r.bare)), median(rounds.map((r) => r.send))]
  console.log(`bare viem script: ${alone.toFixed(0)} ms, median of ${pairs}`)
  console.log(
    `wmodal send --json: ${send.toFixed(0)} ms, ${(send - alone).toFixed(0)} ms more, ratio ${(send / alone).toFixed(2)}`,
  )
} finally {
  if (server.exitCode === null) {
    server.kill("SIGTERM")
    await once(server, "exit")
  }
  rmSync(home, { recursive: true, force: true })
}
