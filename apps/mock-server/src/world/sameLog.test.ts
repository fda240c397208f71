import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as z from "zod/mini"
import type { ScenarioInput } from "../faults/Scenario.ts"
import { makeEveryKindOfCall } from "../testing/everyKindOfCall.ts"

const Line = z.object({
  world: z.literal("same"),
  entry: z.object({
    faults: z.array(z.string()),
    response: z.nullable(
      z.object({ status: z.number(), headers: z.record(z.string(), z.string()), body: z.string() }),
    ),
    chains: z.record(z.string(), z.string()),
  }),
})

let folder = ""
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wmodal-log-"))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const faults: ScenarioInput["faults"] = [
  { match: { path: "/getWallets" }, times: 1, fault: { kind: "delay", milliseconds: 20 } },
  { match: { path: "/v1/identity/:address" }, fault: { kind: "reset" } },
  { match: { path: "/v1/convert/tokens" }, fault: { kind: "truncated" } },
  {
    match: { path: "/v1/convert/gas-price" },
    fault: { kind: "status", status: 429, retryAfter: { seconds: 3, as: "date" } },
  },
  { match: { chain: "eip155:10", rpc: "eth_sendRawTransaction" }, fault: { kind: "html" }, carriedOut: true },
  { match: { path: "/v1/onramp/*" }, fault: { kind: "originNotAllowed" } },
]

/** Serves in a separate process, makes the calls, and returns the name of the log file. */
const writeLog = async (name: string): Promise<string> => {
  const logFile = join(folder, name)
  const options = JSON.stringify({ port: 0, logFile, scenario: { seed: "seed", faults } })
  const server = spawn(
    process.execPath,
    [
      "--conditions=@wmodal/source",
      "--no-warnings",
      join(import.meta.dirname, "../testing/serve.ts"),
      options,
    ],
    { stdio: ["pipe", "pipe", "inherit"] },
  )
  const exited = once(server, "exit")
  const [url] = await once(createInterface({ input: server.stdout }), "line")
  await makeEveryKindOfCall(`${String(url)}/w/same`)
  server.stdin.end()
  expect(await exited).toEqual([0, null])
  return logFile
}

it("writes the same bytes in two processes with the same seed and calls", {
  tags: ["full"],
  timeout: 60_000,
}, async () => {
  const [one, two] = await Promise.all([writeLog("one"), writeLog("two")])
  await expect(promisify(execFile)("cmp", [one, two])).resolves.toEqual({ stdout: "", stderr: "" })

  const entries = (await readFile(one, "utf8"))
    .trim()
    .split("\n")
    .map((line) => Line.parse(JSON.parse(line)).entry)
  const chains = new Set(entries.flatMap((entry) => Object.keys(entry.chains)))
  expect([...chains].toSorted()).toEqual([
    "bip122:000000000019d6689c085ae165831e93",
    "eip155:1",
    "eip155:10",
    "eip155:137",
    "eip155:8453",
    "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
  ])
  expect([...new Set(entries.flatMap((entry) => entry.faults))].toSorted()).toEqual([
    "delay",
    "html",
    "originNotAllowed",
    "reset",
    "status",
    "truncated",
  ])
  // Each of concurrent calls has the chains that it was the first to use, in any start order.
  expect(entries.flatMap(({ chains }) => Object.keys(chains)).slice(-2)).toEqual([
    "eip155:137",
    "eip155:8453",
  ])
  expect(entries.map(({ response }) => response?.headers["retry-after"]).filter(Boolean)).toEqual(["{date}"])
  const bodies = entries.map(({ response }) => response?.body ?? "").join("\n")
  expect(bodies).toContain("{origin}/public/getTokenImage/")
  // The requests had their effects: a payment on each chain.
  expect(bodies).toContain('"status":"0x1"')
  expect(bodies).toContain('"confirmationStatus":"finalized"')
})
