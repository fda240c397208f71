import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describeServer, startMockServer } from "@wmodal/mock-server"
import { solanaAccounts } from "@wmodal/mock-server/story"
import { describe, expect, it, onTestFinished } from "vitest"
import * as z from "zod/mini"
import { makeMachine } from "./testing/machine.ts"

const reference = "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"
const owner = solanaAccounts[0]
const merchant = "BnrSV9Jn27V6ftk2DwC7gnPCYjF76pQhQzuLSLVjyMY2"

const Log = z.object({
  requests: z.array(z.object({ method: z.string(), path: z.string(), body: z.string() })),
})
const Balance = z.object({ result: z.object({ value: z.number() }) })

/** An order costs 37.50 USD. */
const approved = (host: string) => ["--yes", "--confirm", host, "--max-usd", "50"]

/** Returns a machine with an account on Solana, and the links of a merchant in its world. */
const makeCustomer = async () => {
  const server = await startMockServer({ port: 0 })
  onTestFinished(server.close)
  const machine = makeMachine()
  const endpoints = join(machine.home, "mock.json")
  const described = describeServer(server)
  writeFileSync(endpoints, JSON.stringify(described))
  const connect = ["connect", "--wallet", "dev", "--namespace", "solana", "--yes", "--confirm", owner]
  await machine.json([...connect, "--endpoints", endpoints])
  const world = `${server.url}/w/${described.projectId}`
  /** The requests that the merchant has received, as method and order. */
  const visits = async () => {
    const log = Log.parse(
      await (await fetch(`${server.url}/control/worlds/${described.projectId}/log`)).json(),
    )
    return log.requests.flatMap(({ body, method, path }) =>
      path.startsWith("/merchant/") ? [`${method} ${path.split("/").at(-1)} ${body}`.trim()] : [],
    )
  }
  const balanceOf = async (address: string) => {
    const response = await fetch(`${world}/rpc/solana:${reference}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getBalance", params: [address] }),
    })
    return Balance.parse(await response.json()).result.value
  }
  const setMining = (change: object) =>
    fetch(`${server.url}/control/worlds/${described.projectId}/solana/mining?chainId=solana:${reference}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(change),
    })
  return {
    ...machine,
    setMining,
    host: new URL(server.url).host,
    toLink: (order: string) => `solana:${world}/merchant/${reference}/${order}`,
    visits,
    balanceOf,
  }
}

describe("wmodal send with a link whose server makes the transaction", { timeout: 60_000 }, () => {
  it("contacts no server that is not confirmed, and says how to confirm it", async () => {
    const { balanceOf, host, refusal, toLink, visits } = await makeCustomer()
    await balanceOf(owner)
    for (const more of [[], ["--confirm", "elsewhere.example"], ["--confirm", owner]])
      expect(await refusal(["send", toLink("coffee"), "--yes", "--max-usd", "50", ...more])).toMatchObject({
        exit: 6,
        code: "guard",
        message: `The server ${host} chooses the transaction of this link, and gets your address.`,
        hint: `To ask it: --confirm ${host}`,
      })
    expect(await visits()).toEqual([])
  })

  it("sends the transaction of a confirmed server, and names the server", async () => {
    const { balanceOf, host, json, toLink, visits } = await makeCustomer()
    const review = await json(["send", toLink("coffee"), "--dry-run", "--confirm", host])
    const server = { host, label: "Hillside Coffee", message: "One coffee, thank you" }
    expect(review).toMatchObject({ dryRun: true, server, explanation: { dangers: [] } })
    expect(await balanceOf(merchant)).toBe(0)
    const sent = await json(["send", toLink("coffee"), ...approved(host)])
    expect(sent).toMatchObject({ status: "confirmed", server, fee: { value: "5000" } })
    expect(await balanceOf(merchant)).toBe(250_000_000)
    const visit = ["GET coffee", `POST coffee {"account":"${owner}"}`]
    expect(await visits()).toEqual([...visit, ...visit])
    expect(await json(["activity", "--limit", "1"])).toMatchObject({
      transactions: [{ hash: sent["hash"], status: "confirmed", server: { host } }],
    })
  })

  it("sends a transaction that the server has signed, and pays no fee for it", async () => {
    const { balanceOf, host, json, toLink } = await makeCustomer()
    const before = await balanceOf(owner)
    expect(await json(["send", toLink("gift"), ...approved(host)])).toMatchObject({
      status: "confirmed",
      fee: { value: "0" },
    })
    expect(await balanceOf(owner)).toBe(before - 250_000_000)
  })

  it("never pays a link twice while its first transaction may still go through", async () => {
    const { balanceOf, host, json, refusal, setMining, toLink } = await makeCustomer()
    await balanceOf(owner)
    await setMining({ auto: false })
    const words = ["send", toLink("coffee"), ...approved(host)]
    const { entry } = await json([...words, "--wait", "none"])
    for (const again of [1, 2])
      expect({ again, ...(await refusal(words)) }).toMatchObject({
        exit: 6,
        code: "twin",
        hint: `wmodal watch ${entry}`,
      })
    // Another order is another payment.
    const other = `solana:${encodeURIComponent(`${toLink("coffee").slice("solana:".length)}?table=2`)}`
    await json(["send", other, ...approved(host), "--wait", "none"])
    await setMining({ auto: true })
    expect(await balanceOf(merchant)).toBe(500_000_000)
    expect(await refusal(words)).toMatchObject({
      exit: 6,
      message: expect.stringContaining(`The same link of ${host} was paid`),
    })
  })

  it.each([
    ["all", 6, "guard", /Worth .* USD, above --max-usd 50/],
    ["old", 8, "requestExpired", /expired/],
    ["forged", 6, "requestRefused", /signature/],
    ["foreign", 6, "requestRefused", /another account to sign: 9Tj3/],
    ["sold-out", 2, "requestRefused", /The last one was sold\./],
    ["away", 2, "requestRefused", /status 503/],
    ["moved", 6, "requestRefused", /another server/],
    ["sent-on", 6, "requestRefused", /another server/],
    ["huge", 2, "requestRefused", /too large/],
    ["page", 2, "requestRefused", /response .* is not valid/],
    ["empty", 2, "requestRefused", /response .* is not valid/],
    ["garbage", 2, "requestRefused", /transaction .* is not valid/],
    ["unnamed", 2, "requestRefused", /response .* is not valid/],
  ])("sends nothing for the order %s", async (order, exit, code, text) => {
    const { balanceOf, host, refusal, toLink } = await makeCustomer()
    const before = await balanceOf(owner)
    const refused = await refusal(["send", toLink(order), ...approved(host)])
    expect(refused).toMatchObject({ exit, code })
    expect(`${refused.message} ${refused.hint}`).toMatch(text)
    expect(await balanceOf(owner)).toBe(before)
  })

  it("requires a limit where nothing but the server decides what leaves, and refuses what no limit can bound", async () => {
    const { balanceOf, host, refusal, toLink, visits } = await makeCustomer()
    const before = await balanceOf(owner)
    expect(await refusal(["send", toLink("coffee"), "--yes", "--confirm", host])).toMatchObject({
      exit: 2,
      message: "--yes with a link whose server chooses the amount requires --max-usd.",
    })
    expect(await visits()).toEqual([])
    const large = ["--yes", "--confirm", host, "--max-usd", "1000000000"]
    expect(await refusal(["send", toLink("drain"), ...large])).toMatchObject({
      exit: 6,
      code: "guard",
      message: "The value of what leaves, or may be taken later, is unknown, so --max-usd cannot be checked.",
      hint: "Run it in a terminal without --yes, and read the review.",
    })
    expect(await balanceOf(owner)).toBe(before)
  })

  it("refuses an amount, a token and --sign-only next to such a link, and a link in a batch", async () => {
    const { host, refusal, toLink, visits } = await makeCustomer()
    const link = toLink("coffee")
    for (const words of [
      ["send", "1", link],
      ["send", "1", "SOL", link],
      ["send", link, "--sign-only"],
    ])
      expect(await refusal([...words, ...approved(host)])).toMatchObject({ exit: 2 })
    expect(await refusal(["send", "-", "--yes"], `1,SOL,${link}\n`)).toMatchObject({
      hint: expect.stringContaining("No payment of the batch was sent."),
    })
    expect(await visits()).toEqual([])
  })

  it("refuses a link to a server without encryption", async () => {
    const { refusal } = await makeCustomer()
    const link = "solana:http://pay.example/7"
    expect(await refusal(["send", link, ...approved("pay.example")])).toMatchObject({
      exit: 2,
      hint: expect.stringContaining("not encrypted"),
    })
  })
})
