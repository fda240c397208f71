import { describe, expect } from "vitest"
import { findViolations } from "../harness/axe.ts"
import { makeDemoPage } from "../harness/demoPage.ts"
import { firstAccount, toAccountLabel, walletName } from "../harness/modal.ts"
import { story } from "../harness/story.ts"

describe("inline modal", () => {
  story(
    "connects, shows the account, and shows the list again after a disconnect",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeDemoPage(world))
      await page.goto(`${new URL(page.url()).origin}/?embedded`)
      const connect = page.getByRole("region", { name: "Connect Wallet", exact: true })
      const row = connect.getByRole("button", { name: new RegExp(walletName) })
      await row.waitFor()
      // It is not a dialog, and takes no focus from the page.
      expect(await page.getByRole("dialog").count()).toBe(0)
      expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
      expect(await findViolations(page)).toEqual([])
      const prompt = await wallet.promptAfter(() => row.click())
      await prompt.approve()
      const account = page.getByRole("region", { name: toAccountLabel(firstAccount) })
      await account.getByText("10,000.00 ETH").waitFor()
      await account.getByRole("button", { name: "Settings" }).click()
      await page.getByRole("region", { name: "Settings" }).getByRole("button", { name: "Disconnect" }).click()
      await row.waitFor()
    },
  )

  story("takes no focus when it restores a session", { tags: "full" }, async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeDemoPage(world))
    await page.goto(`${new URL(page.url()).origin}/?embedded`)
    const connect = page.getByRole("region", { name: "Connect Wallet", exact: true })
    const prompt = await wallet.promptAfter(() =>
      connect.getByRole("button", { name: new RegExp(walletName) }).click(),
    )
    await prompt.approve()
    const account = page.getByRole("region", { name: toAccountLabel(firstAccount) })
    await account.getByText("10,000.00 ETH").waitFor()
    await page.reload()
    await account.getByText("10,000.00 ETH").waitFor()
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  })
})
