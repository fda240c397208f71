import { describe, expect } from "vitest"
import { makeHostPage } from "../harness/hostPage.ts"
import { connectWallet, firstAccount, secondAccount } from "../harness/modal.ts"
import { makePayments } from "../harness/payments.ts"
import { story } from "../harness/story.ts"

describe("activity", () => {
  story("loads page by page while scrolling, and keeps the position", async ({ visitor, wallet, world }) => {
    await makePayments(world, 1, { from: secondAccount, to: firstAccount, count: 120 })
    const asked: string[] = []
    const page = await visitor.visit(makeHostPage(world), async (blank) => {
      blank.on("request", (request) => {
        if (request.url().includes("/history")) asked.push(request.url())
      })
    })
    const modal = await connectWallet(page, wallet)
    await modal.accountButton().click()
    await modal.button("Settings").click()
    await modal.button("Activity").click()
    const list = modal.dialog.getByRole("list", { name: "Activity" })
    await list.getByRole("listitem").first().waitFor()
    // The total is unknown, and not all rows are rendered.
    expect(await list.getByRole("listitem").first().getAttribute("aria-setsize")).toBe("-1")
    expect(await list.getByRole("listitem").count()).toBeLessThan(60)

    const end = list.locator('[aria-setsize]:not([aria-setsize="-1"])')
    const scroller = list.locator("xpath=ancestor::*[contains(@class, 'viewport')]")
    await expect
      .poll(async () => {
        await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight))
        return end.count()
      })
      .toBeGreaterThan(0)
    const all = Number(await end.first().getAttribute("aria-setsize"))
    expect(all).toBeGreaterThan(120)
    expect(asked.filter((url) => url.includes("cursor=")).length).toBeGreaterThanOrEqual(2)

    const scrolled = () => scroller.evaluate(({ scrollTop }) => scrollTop)
    await scroller.evaluate((element) => element.scrollTo(0, 2000))
    await expect.poll(scrolled).toBe(2000)
    // A click would first scroll the row into view.
    await list.getByRole("button").nth(3).dispatchEvent("click")
    await modal.heading("Transaction").waitFor()
    await modal.button("Back").click()
    await modal.heading("Activity").waitFor()
    await expect.poll(scrolled).toBe(2000)
  })

  story(
    "shows 'Failed to fetch transactions', and retries",
    { tags: "full" },
    async ({ visitor, wallet, world, plan }) => {
      await plan([
        { match: { path: "/v1/account/:address/history" }, fault: { kind: "status", status: 503 } },
      ])
      const page = await visitor.visit(makeHostPage(world))
      const modal = await connectWallet(page, wallet)
      await modal.accountButton().click()
      await modal.tab("Activity").click()
      await modal.dialog.getByRole("alert").getByText("Failed to fetch transactions").waitFor()
      await plan([])
      await modal.button("Try again").click()
      await modal.dialog.getByRole("list", { name: "Activity" }).getByRole("listitem").first().waitFor()
      expect(await modal.text("Failed to fetch transactions").count()).toBe(0)
    },
  )
})
