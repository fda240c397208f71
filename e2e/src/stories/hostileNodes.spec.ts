import type { Route } from "playwright-core"
import { describe, expect } from "vitest"
import { clockedStory } from "../harness/clockedStory.ts"
import { makeHostPage, withoutBlockchainApi } from "../harness/hostPage.ts"
import { connectWallet } from "../harness/modal.ts"

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
        await modal.text("Token Balance Unavailable").waitFor({ timeout: 20_000 })
        await page.unroute(isRpc)
        await modal.readAgain()
        await modal.listItem("10,000.00 ETH").waitFor()
        expect(await modal.text("Token Balance Unavailable").count()).toBe(0)
      },
    )
  }
})
