import { describe, expect } from "vitest"
import { makeHostPage } from "../harness/hostPage.ts"
import { connectWallet, getModalViews } from "../harness/modal.ts"
import { story } from "../harness/story.ts"

describe("page without endpoints", () => {
  story(
    "offers well-known wallets, connects an installed one, and sends no request",
    async ({ visitor, wallet, world }) => {
      const warnings: string[] = []
      const asked: string[] = []
      const page = await visitor.visit(makeHostPage(world, { options: { endpoints: {} } }), async (page) => {
        page.on("console", (message) => {
          if (message.type() === "warning") warnings.push(message.text())
        })
        page.on("request", (request) => asked.push(new URL(request.url()).pathname))
      })
      const modal = getModalViews(page)
      await modal.connectButton.click()
      await modal.row("MetaMask").waitFor()
      await modal.dialog.getByRole("button", { name: /^All wallets/ }).click()
      await modal.text("Backpack").waitFor()
      await page.keyboard.press("Escape")
      await connectWallet(page, wallet)
      const told = warnings.filter((text) => text.includes("endpoint was given"))
      expect(told).toEqual([
        expect.stringContaining("few wallets are listed"),
        expect.stringContaining("no account names and images"),
      ])
      expect(asked.filter((path) => /getWallets|identity|supported-chains|Image/.test(path))).toEqual([])
    },
  )
})
