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

describe("a node whose answers are no answers", () => {
  for (const { what, answer } of [
    { what: "not an object", answer: makeBody("[[[]]]") },
    { what: "of another id", answer: makeBody('{"jsonrpc":"2.0","id":"someone else","result":"0x1"}') },
    { what: "without result or error", answer: makeBody('{"jsonrpc":"2.0","id":1}') },
    // More than anybody reads of one, and no more than a test can hand over in time.
    { what: "of 12 MB", answer: makeBody(`"${"x".repeat(12_000_000)}"`) },
  ]) {
    clockedStory(
      `${what}: 'Token Balance Unavailable', and the next try works`,
      { tags: "full" },
      async ({ patient, world }) => {
        const page = await patient.visit(makeHostPage(world, withoutBlockchainApi(world)), (blank) =>
          blank.route(isRpc, answer),
        )
        const modal = await connectWallet(page, patient.wallet)
        await modal.accountButton().click()
        // Each attempt reads on until it has seen too much.
        await modal.text("Token Balance Unavailable").waitFor({ timeout: 20_000 })
        await page.unroute(isRpc)
        await modal.readAgain()
        await modal.listItem("10,000.00 ETH").waitFor()
        expect(await modal.text("Token Balance Unavailable").count()).toBe(0)
      },
    )
  }
})
