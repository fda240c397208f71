import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { text } from "node:stream/consumers"
import { pathToFileURL } from "node:url"
import { solanaAccounts } from "@wmodal/mock-server/story"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { paths } from "../harness/paths.ts"

const folder = mkdtempSync(join(tmpdir(), "wmodal-engines-"))
afterAll(() => rmSync(folder, { recursive: true }))

/** A PATH that contains only this Node. */
const bin = join(folder, "bin")
const hook = join(folder, "withoutLitesvm.mjs")

beforeAll(() => {
  symlinkSync(join(process.execPath, ".."), bin)
  writeFileSync(
    hook,
    `import { registerHooks } from "node:module"
registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier === "litesvm") throw new Error("no build for this machine")
    return next(specifier, context)
  },
})\n`,
  )
})

const [, milo] = solanaAccounts

const MockDescription = z.looseObject({
  projectId: z.string(),
  directory: z.string(),
  blockchain: z.string(),
  relay: z.string(),
  secureSite: z.string(),
  phone: z.string(),
  rpc: z.string(),
  bitcoin: z.string(),
})
type MockDescription = z.infer<typeof MockDescription>

const solana = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"

/** Runs the built terminal on a machine without an engine, with its own mock server. */
const runOnMachine = (
  name: string,
  { env, flags }: { env: Record<string, string>; flags: readonly string[] },
) => {
  const home = join(folder, name)
  const surroundings = { PATH: bin, HOME: home, XDG_STATE_HOME: join(home, "state"), ...env }
  const endpoints = join(folder, `${name}.json`)
  const run = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, paths.terminal, ...args], {
      env: { ...surroundings, WMODAL_ENDPOINTS: endpoints },
      encoding: "utf8",
      timeout: 25_000,
    })
    return { status, stdout, stderr }
  }
  const withMock = async (use: (described: MockDescription) => Promise<void>): Promise<string> => {
    const child = spawn(process.execPath, [...flags, paths.terminal, "mock", "--port", "0", "--json"], {
      env: surroundings,
      stdio: ["ignore", "pipe", "pipe"],
    })
    const stderr = text(child.stderr)
    const ended = once(child, "exit")
    try {
      const [line] = z.tuple([z.string()]).parse(await once(createInterface({ input: child.stdout }), "line"))
      writeFileSync(endpoints, line)
      await use(MockDescription.parse(JSON.parse(line)))
    } finally {
      child.kill("SIGTERM")
      await ended
    }
    return stderr
  }
  return { run, withMock }
}

const callRpc = async (url: string, method: string, params: readonly unknown[] = []) => {
  const response = await fetch(url, {
    method: "POST",
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  })
  return { status: response.status, body: await response.text() }
}

const getNodeUrl = ({ rpc, projectId }: MockDescription, chainId: string) =>
  rpc.replace("{projectId}", projectId).replace("{chainId}", chainId)

const getBitcoinUrl = ({ bitcoin, projectId }: MockDescription) =>
  bitcoin.replace("{projectId}", projectId).replace("{reference}", "000000000019d6689c085ae165831e93")

/** Expects everything without a chain, and Bitcoin, to work. */
const expectRestWorks = async (described: MockDescription) => {
  const { directory, secureSite, relay, phone, projectId } = described
  const wallets = `${directory}/getWallets?projectId=${projectId}&st=wmodal&sv=node-evm-0.1.0&page=1&entries=4`
  const pages = [
    wallets,
    `${secureSite}/sdk?projectId=${projectId}`,
    phone.replace("{projectId}", projectId),
    `${getBitcoinUrl(described)}/blocks/tip/height`,
  ]
  for (const page of pages) expect([page, (await fetch(page)).status]).toEqual([page, 200])
  // Without a token the relay responds with an HTTP error, which shows that it is running.
  expect((await fetch(relay.replace(/^ws/, "http"))).status).toBeLessThan(500)
}

describe("machine without anvil", { tags: ["full"] }, () => {
  const { run, withMock } = runOnMachine("anvil", { env: { WMODAL_ANVIL: "/nowhere/anvil" }, flags: [] })
  const reason =
    'WMODAL_ANVIL names "/nowhere/anvil", which does not exist. Set it to an anvil binary, or unset it.'

  it("serves everything except EVM calls, which it rejects with the reason", async () => {
    const stderr = await withMock(async (described) => {
      const refused = await callRpc(getNodeUrl(described, "eip155:1"), "eth_chainId")
      expect(refused.status).toBe(503)
      expect(JSON.parse(refused.body)).toEqual({
        status: "FAILED",
        reasons: [{ field: "chainId", description: reason }],
      })
      await expectRestWorks(described)

      expect(run("connect", "--wallet", "dev", "--namespace", "solana", "--yes", "--json")).toMatchObject({
        status: 0,
      })
      const balances = run("balances", "--network", solana, "--json")
      expect(balances).toMatchObject({ status: 0, stdout: expect.stringContaining('"SOL"') })
      const paid = run("send", "0.5", "SOL", milo, "--confirm", milo, "--yes", "--json")
      expect(paid).toMatchObject({ status: 0 })
    })
    expect(stderr).toBe(`wmodal: no EVM chains: ${reason}\n`)
  })

  it("reports the missing engine in wmodal doctor", () => {
    const { checks } = z
      .object({ checks: z.array(z.looseObject({ name: z.string() })) })
      .parse(JSON.parse(run("doctor", "--json").stdout))
    expect(checks.filter(({ name }) => name === "anvil" || name === "litesvm")).toEqual([
      {
        name: "anvil",
        status: "noted",
        about: "machine",
        detail: `wmodal mock cannot start EVM chains: ${reason}`,
      },
      { name: "litesvm", status: "ok", about: "machine", detail: "loaded" },
    ])
  })
})

describe("machine that cannot load litesvm", { tags: ["full"] }, () => {
  const { run, withMock } = runOnMachine("litesvm", {
    env: {},
    flags: ["--import", pathToFileURL(hook).href],
  })
  const reason = `The npm package litesvm cannot be loaded on ${process.platform} ${process.arch}.`

  it("serves everything except Solana calls, which it rejects with the reason", async () => {
    const stderr = await withMock(async (described) => {
      const refused = await callRpc(getNodeUrl(described, solana), "getSlot")
      expect(refused.status).toBe(503)
      expect(refused.body).toContain(reason)
      expect(await callRpc(getNodeUrl(described, "eip155:1"), "eth_chainId")).toMatchObject({ status: 200 })
      await expectRestWorks(described)
    })
    expect(stderr).toMatch(/^wmodal: no Solana chains: [^\n]+\n$/)
    expect(stderr).toContain(reason)
  })

  it("reports the missing engine in wmodal doctor", () => {
    expect(run("doctor", "--json").stdout).toContain(`wmodal mock cannot start Solana chains: ${reason}`)
  })
})
