import { describe, expect } from "vitest"
import { clockedStory } from "../harness/clockedStory.ts"
import { makeHostPage, withoutBlockchainApi } from "../harness/hostPage.ts"
import { connectWallet, firstAccount, secondAccount } from "../harness/modal.ts"
import { makePayments } from "../harness/payments.ts"
import { story } from "../harness/story.ts"

const balance = { rpc: "eth_getBalance", chain: "eip155:1" }

/** A fault that leaves the chain as the only source of balances. */
const noPortfolio = {
  match: { path: "/v1/account/:address/balance" },
  fault: { kind: "status", status: 404 },
} as const

describe("failing node in the modal", () => {
  for (const fault of [
    { kind: "html" },
    { kind: "empty" },
    { kind: "truncated" },
    { kind: "reset" },
    { kind: "status", status: 503 },
    { kind: "originNotAllowed" },
  ] as const) {
    clockedStory(
      `shows 'Token Balance Unavailable', and retries: ${fault.kind}`,
      { tags: "full" },
      async ({ patient, world, plan }) => {
        await plan([{ match: balance, fault }])
        const page = await patient.visit(makeHostPage(world, withoutBlockchainApi(world)))
        const modal = await connectWallet(page, patient.wallet)
        await modal.accountButton().click()
        await modal.text("Token Balance Unavailable").waitFor()
        await plan([])
        await modal.readAgain()
        await modal.listItem("10,000.00 ETH").waitFor()
        await modal.text("Token Balance Unavailable").waitFor({ state: "detached" })
      },
    )
  }
})

describe("failing node in the terminal", () => {
  story("retries a read, and lists each attempt with --debug", async ({ shell, plan, world }) => {
    expect((await shell.run(["connect", "--wallet", "dev", "--yes", "--json"])).code).toBe(0)
    await plan([{ match: balance, times: 2, fault: { kind: "status", status: 503 } }])
    const node = `eip155:1=${world.blockchain}/w/${world.projectId}/rpc/eip155:1`
    const { code, stdout, stderr } = await shell.run(
      ["balances", "--json", "--debug", "--endpoints", "-", "--rpc", node],
      "{}",
    )
    expect(code).toBe(0)
    expect(JSON.parse(stdout).balances[0]).toMatchObject({ symbol: "ETH", amount: "10000" })
    const attempts = stderr
      .split("\n")
      .filter((line) => line.includes(" eth_getBalance: ") && !line.includes(" asked as "))
    expect(attempts).toHaveLength(3)
    for (const line of attempts.slice(0, 2))
      expect(line).toMatch(
        /^debug: 127\.0\.0\.1:\d+ eth_getBalance: failed \(HTTP status code: 503\), \d+ ms$/,
      )
    expect(attempts[2]).toMatch(/^debug: 127\.0\.0\.1:\d+ eth_getBalance: ok, \d+ ms$/)
  })

  story(
    "sends one request to a node with a retry delay of an hour, and none to a public node",
    { tags: "full" },
    async ({ shell, plan }) => {
      expect((await shell.run(["connect", "--wallet", "dev", "--yes", "--json"])).code).toBe(0)
      const fault = { kind: "status", status: 429, retryAfter: { seconds: 3600, as: "date" } } as const
      await plan([{ match: balance, fault }, noPortfolio])
      const { code, stderr } = await shell.run(["balances", "--json", "--debug"])
      expect(code).not.toBe(0)
      const asked = stderr.split("\n").filter((line) => /^debug: \S+:\d+ eth_/.test(line))
      expect(asked).toEqual([
        expect.stringMatching(/^debug: 127\.0\.0\.1:\d+ eth_getBalance: failed \(HTTP status code: 429\)/),
      ])
      expect(stderr).toContain("Token Balance Unavailable")
    },
  )

  story(
    "keeps earlier history pages when a later one fails, and reports the gap",
    { tags: "full" },
    async ({ shell, plan, world }) => {
      await makePayments(world, 1, { from: secondAccount, to: firstAccount, count: 60 })
      expect((await shell.run(["connect", "--wallet", "dev", "--yes", "--json"])).code).toBe(0)
      const history = { path: "/v1/account/:address/history" }
      await plan([{ match: history, after: 1, fault: { kind: "status", status: 404 } }])
      const cut = await shell.run(["activity", "--limit", "55", "--json"])
      expect(cut.code).toBe(7)
      expect(JSON.parse(cut.stdout)).toMatchObject({ complete: false, more: true })
      await plan([])
      const whole = await shell.run(["activity", "--limit", "55", "--json"])
      expect(whole.code).toBe(0)
      const told = JSON.parse(whole.stdout)
      expect(told).toMatchObject({ complete: true, more: true })
      expect(told.transactions).toHaveLength(55)
    },
  )
})
