import { describe, expect } from "vitest"
import { makeHostPage } from "../harness/hostPage.ts"
import { connectWallet } from "../harness/modal.ts"
import { story } from "../harness/story.ts"

describe("disconnect", () => {
  story(
    "clears the account, revokes the wallet's permission, and stays disconnected",
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const modal = await connectWallet(page, wallet)
      await modal.accountButton().click()
      await modal.disconnect()
      await modal.connectButton.waitFor()
      expect(await page.evaluate(() => globalThis.modals[0]?.getState().account)).toBeNull()
      const shared = await page.evaluate(
        () =>
          new Promise((resolve) => {
            addEventListener("eip6963:announceProvider", (event) => {
              if (!(event instanceof CustomEvent)) return
              resolve(event.detail.provider.request({ method: "eth_accounts" }))
            })
            dispatchEvent(new Event("eip6963:requestProvider"))
          }),
      )
      expect(shared).toEqual([])
      await page.reload()
      await modal.connectButton.waitFor()
    },
  )
})
