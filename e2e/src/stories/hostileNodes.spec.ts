import type { Route } from "playwright-core"
import { describe, expect } from "vitest"
import { hostPage } from "../harness/hostPage.ts"
import { connect } from "../harness/modal.ts"
import { story } from "../harness/story.ts"

const isRpc = (url: URL) => url.pathname === "/v1"

const body = (text: string) => (route: Route) =>
  route.fulfill({
    status: 200,
    contentType: "application/json",
    body: text,
    headers: { "access-control-allow-origin": "*" },
  })

describe("a node whose answers are no answers", () => {
  for (const { what, answer } of [
    { what: "not an object", answer: body("[[[]]]") },
    { what: "of another id", answer: body('{"jsonrpc":"2.0","id":"someone else","result":"0x1"}') },
    { what: "without result or error", answer: body('{"jsonrpc":"2.0","id":1}') },
    { what: "of 50 MB", answer: body(`"${"x".repeat(50_000_000)}"`) },
  ]) {
    story(
      `${what}: 'Token Balance Unavailable', and the next try works`,
      async ({ visitor, wallet, world }) => {
        const page = await visitor.visit(hostPage(world), (blank) => blank.route(isRpc, answer))
        const modal = await connect(page, wallet)
        await modal.accountButton().click()
        await modal.text("Token Balance Unavailable").waitFor()
        await page.unroute(isRpc)
        await modal.button("Try again").click()
        await modal.text(/ETH/).first().waitFor()
        expect(await modal.text("Token Balance Unavailable").count()).toBe(0)
      },
    )
  }
})
