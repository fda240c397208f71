import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describeServer, startMockServer } from "@wmodal/mock-server"
import { openStoryWorld, solanaAccounts } from "@wmodal/mock-server/story"
import { describe, expect, it, onTestFinished } from "vitest"
import { makeMachine } from "./testing/machine.ts"

const solana = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"
const owner = solanaAccounts[0]

/** Returns a machine with an account on Solana in a world of a mock server. */
const makeSolanaMachine = async (change: Readonly<Record<string, unknown>> = {}) => {
  const server = await startMockServer({ port: 0 })
  onTestFinished(server.close)
  const machine = makeMachine()
  const described = describeServer(server)
  const endpoints = join(machine.home, "mock.json")
  writeFileSync(endpoints, JSON.stringify({ ...described, ...change }))
  const connect = ["connect", "--wallet", "dev", "--namespace", "solana", "--yes", "--confirm", owner]
  await machine.json([...connect, "--endpoints", endpoints])
  const { visitProvider, wrongBalances } = await openStoryWorld({
    control: server.control,
    projectId: described.projectId,
    networks: [solana],
  })
  /** Opens the page, and takes all its steps. */
  const pay = async (page: unknown) => {
    const { url } = await fetch(String(page))
    await visitProvider(url, { amount: "150", outcome: "deliver" })
  }
  return { ...machine, server, pay, wrongBalances }
}

describe("wmodal buy on Solana", { timeout: 30_000 }, () => {
  it("prints Meld's page of the endpoints file, and follows the purchase until the lamports have arrived", {
    tags: ["full"],
  }, async () => {
    const { pay, server, start, wrongBalances } = await makeSolanaMachine()
    const running = start(["buy", "150", "USD", "--jsonl"])
    const open = await running.state("url")
    const query = new URLSearchParams({
      publicKey: "mock",
      destinationCurrencyCode: "SOL",
      walletAddress: owner,
    })
    const shared = {
      url: `${server.url}/w/demo/meld?${query}`,
      host: new URL(server.url).host,
      provider: "meld",
      network: solana,
      address: owner,
      pays: { amount: "150", currency: "USD" },
      token: "SOL",
      quote: null,
    }
    expect(open).toMatchObject(shared)
    await pay(open["url"])
    const { code, stderr } = await running.ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    // 150 dollars less 1.5 %, at 150 dollars.
    expect(running.states().at(-1)).toMatchObject({
      state: "arrived",
      status: "arrived",
      bought: "0.985 SOL",
      ...shared,
    })
    const change = { of: "first", token: "SOL", change: "0.985", besidesFees: false } as const
    expect(await wrongBalances([change], solana)).toEqual([])
  })

  it("prints the page and what was bought as plain lines, and as one document with --json", {
    tags: ["full"],
  }, async () => {
    const { pay, play, start } = await makeSolanaMachine()
    const { stdout } = await play(["buy", "150", "USD", "--no-wait"])
    const url = stdout.trim()
    expect(url).toMatch(/^http:\S+\/meld\?\S+$/)
    const plain = start(["buy", "150", "USD"])
    const json = start(["buy", "150", "USD", "--json"])
    for (const running of [plain, json])
      expect(await running.line()).toMatch(/^Pay on 127\.0\.0\.1:\d+, then wait here:$/)
    await pay(url)
    const { stdout: bought, ...ended } = await plain.ended
    expect(ended).toEqual({ code: 0, stderr: expect.stringContaining(url) })
    expect(bought).toBe("0.985 SOL\n")
    expect(JSON.parse((await json.ended).stdout)).toMatchObject({
      v: 1,
      status: "arrived",
      bought: "0.985 SOL",
      url,
    })
  })

  it("prints the page in another currency without waiting", async () => {
    const { json } = await makeSolanaMachine()
    expect(await json(["buy", "150", "eur", "--token", "sol", "--no-wait"])).toMatchObject({
      status: "open",
      provider: "meld",
      token: "SOL",
      pays: { amount: "150", currency: "EUR" },
    })
  })

  it("rejects an amount outside of the limits, another token and another provider", async () => {
    const { refusal } = await makeSolanaMachine()
    for (const [words, message] of [
      [["9.99", "USD"], "Pay at least 10 USD."],
      [["150", "USD", "--token", "USDC"], "USDC is not for sale here."],
      [["150", "USD", "--provider", "coinbase"], "coinbase sells nothing on Solana."],
    ] as const)
      expect(await refusal(["buy", ...words, "--no-wait"])).toMatchObject({ exit: 2, code: "usage", message })
  })

  it("names the setting when no endpoints file has Meld's page", async () => {
    const { refusal } = await makeSolanaMachine({ meldUrl: undefined })
    expect(await refusal(["buy", "150", "USD"])).toMatchObject({
      exit: 3,
      code: "config",
      message: "Meld's page is not configured.",
      hint: expect.stringContaining("meldUrl"),
    })
  })

  it("refuses a page on another machine without https", async () => {
    const { home, refusal, server } = await makeSolanaMachine()
    const endpoints = join(home, "unencrypted.json")
    const meldUrl = "http://meld.example/?publicKey=k"
    writeFileSync(endpoints, JSON.stringify({ ...describeServer(server), meldUrl }))
    expect(await refusal(["buy", "150", "USD", "--endpoints", endpoints])).toMatchObject({
      exit: 3,
      message: "The endpoint meldUrl http://meld.example is not encrypted, and not on this computer.",
    })
  })
})

describe("wmodal buy on Ethereum", () => {
  it("prints Meld's page when the user names it, and Coinbase's by default", async () => {
    const server = await startMockServer({ port: 0 })
    onTestFinished(server.close)
    const { home, json } = makeMachine()
    const endpoints = join(home, "mock.json")
    writeFileSync(endpoints, JSON.stringify(describeServer(server)))
    await json(["connect", "--wallet", "dev", "--yes", "--endpoints", endpoints])
    const buy = (...more: readonly string[]) =>
      json(["buy", "100", "USD", "--token", "ETH", "--no-wait", ...more])
    expect(await buy()).toMatchObject({ provider: "coinbase", quote: { symbol: "ETH" } })
    expect(await buy("--provider", "meld")).toMatchObject({
      provider: "meld",
      url: expect.stringContaining("destinationCurrencyCode=ETH"),
      quote: null,
    })
  })
})
