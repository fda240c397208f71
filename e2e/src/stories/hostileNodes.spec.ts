import type { Route } from "playwright-core"
import { describe, expect } from "vitest"
import * as z from "zod/mini"
import { clockedStory } from "../harness/clockedStory.ts"
import { makeHostPage, withoutBlockchainApi } from "../harness/hostPage.ts"
import { connectWallet, firstAccount, secondAccount } from "../harness/modal.ts"
import { requestOnPage } from "../harness/pageRequests.ts"
import { story } from "../harness/story.ts"
import type { TestWorld } from "../harness/testWorld.ts"

const isRpc = (url: URL) => url.pathname === "/v1"

const makeBody = (text: string) => (route: Route) =>
  route.fulfill({
    status: 200,
    contentType: "application/json",
    body: text,
    headers: { "access-control-allow-origin": "*" },
  })

describe("invalid node responses", () => {
  for (const { what, answer } of [
    { what: "not an object", answer: makeBody("[[[]]]") },
    { what: "of another id", answer: makeBody('{"jsonrpc":"2.0","id":"someone else","result":"0x1"}') },
    { what: "without result or error", answer: makeBody('{"jsonrpc":"2.0","id":1}') },
    // Above the size limit, and small enough to be served in time.
    { what: "of 12 MB", answer: makeBody(`"${"x".repeat(12_000_000)}"`) },
  ]) {
    clockedStory(
      `shows 'Token Balance Unavailable', and retries: response ${what}`,
      { tags: "full" },
      async ({ patient, world }) => {
        const page = await patient.visit(makeHostPage(world, withoutBlockchainApi(world)), (blank) =>
          blank.route(isRpc, answer),
        )
        const modal = await connectWallet(page, patient.wallet)
        await modal.accountButton().click()
        // Each attempt reads up to the size limit.
        await modal.text("Token Balance Unavailable").waitFor()
        await page.unroute(isRpc)
        await modal.readAgain()
        await modal.listItem("10,000.00 ETH").waitFor()
        await modal.text("Token Balance Unavailable").waitFor({ state: "detached" })
      },
    )
  }
})

const liar = "https://liar.test/"

const Simulation = z.looseObject({
  result: z.array(z.looseObject({ calls: z.array(z.looseObject({ returnData: z.string() })) })),
})

/** Returns a response whose simulations have no effects: the balances after the call are those before it. */
const withoutEffects = (answer: unknown): unknown => {
  if (Array.isArray(answer)) return answer.map(withoutEffects)
  const simulated = Simulation.safeParse(answer)
  if (!simulated.success) return answer
  const result = simulated.data.result.map((block) => {
    const reads = (block.calls.length - 1) / 2
    return {
      ...block,
      calls: block.calls.map((call, at) => ({
        ...call,
        logs: [],
        ...(at > reads && { returnData: block.calls[at - reads - 1]?.returnData }),
      })),
    }
  })
  return { ...simulated.data, result }
}

const makeLiar =
  ({ blockchain, projectId }: TestWorld) =>
  async (route: Route) => {
    const honest = await route.fetch({
      url: `${blockchain}/v1?chainId=eip155:1&projectId=${projectId}`,
    })
    await route.fulfill({
      status: honest.status(),
      contentType: "application/json",
      body: JSON.stringify(withoutEffects(await honest.json())),
      headers: { "access-control-allow-origin": "*" },
    })
  }

describe("node that lies about a simulation", () => {
  story("needs a separate confirmation when another node disagrees", async ({ visitor, wallet, world }) => {
    const host = makeHostPage(world, { options: { customRpcUrls: { "eip155:1": [liar] } } })
    const page = await visitor.visit(host, (blank) => blank.route(`${liar}**`, makeLiar(world)))
    const modal = await connectWallet(page, wallet)
    await page.bringToFront()
    const paid = requestOnPage(page, {
      method: "eth_sendTransaction",
      params: [{ from: firstAccount, to: secondAccount, value: "0xde0b6b3a7640000" }],
    })
    await modal.text("Two nodes disagree").waitFor()
    const held = modal.dialog.getByRole("button", { name: "Continue", exact: true })
    await held.press("Enter")
    expect(await held.getAttribute("aria-disabled")).toBe("true")
    await modal.button("Reject").click()
    expect(await paid).toMatch(/^4001 /)
  })
})
