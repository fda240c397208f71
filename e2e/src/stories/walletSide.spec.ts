import { describe, expect } from "vitest"
import { makeHostPage } from "../harness/hostPage.ts"
import { connectWallet, getModalViews, secondAccount, toAccountLabel } from "../harness/modal.ts"
import { story } from "../harness/story.ts"

describe("wallet-side changes", () => {
  story("contract: follows an account change", async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const modal = await connectWallet(page, wallet)
    await wallet.selectAccount(1)
    await modal.accountButton(secondAccount).waitFor()
    await modal.accountButton(secondAccount).click()
    await modal.heading(toAccountLabel(secondAccount)).waitFor()
  })

  story(
    "contract: follows a change to a configured network",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const modal = await connectWallet(page, wallet)
      await wallet.selectChain(137)
      await modal.networkButton("Polygon").waitFor()
      expect(await page.evaluate(() => globalThis.modals[0]?.getState().account?.network)).toBe("eip155:137")
    },
  )

  story("contract: follows a disconnect by the wallet", async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const modal = await connectWallet(page, wallet)
    await wallet.disconnect(new URL(page.url()).origin)
    await modal.connectButton.waitFor()
    expect(await page.evaluate(() => globalThis.modals[0]?.getState().status)).toBe("disconnected")
  })

  story("contract: handles a lock while connected", { tags: "full" }, async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const modal = await connectWallet(page, wallet)
    await wallet.lock()
    await modal.connectButton.waitFor()
    await wallet.unlock()
    await modal.accountButton().waitFor()
  })
})

describe("unsupported network of the wallet", () => {
  story(
    "stays open on Close, Escape and outside clicks, and offers to disconnect",
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const modal = await connectWallet(page, wallet)
      await modal.accountButton().click()
      await wallet.selectChain(11155111)
      await modal.heading("Switch Network").waitFor()
      await modal.text("Unsupported chain").waitFor()
      for (const dismiss of [
        () => modal.button("Close").click(),
        () => page.keyboard.press("Escape"),
        () => page.mouse.click(5, 5),
      ]) {
        await dismiss()
        await modal.heading("Switch Network").waitFor()
        expect(await page.evaluate(() => globalThis.modals[0]?.getState().open)).toBe(true)
      }
      await modal.button("Disconnect").click()
      await modal.connectButton.waitFor()
    },
  )

  story(
    "closes on Back, and shows 'Unknown Network' on the page",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const modal = await connectWallet(page, wallet)
      await modal.accountButton().click()
      await wallet.selectChain(11155111)
      await modal.heading("Switch Network").waitFor()
      await modal.button("Back").click()
      await modal.dialog.waitFor({ state: "hidden" })
      await modal.networkButton("Unknown Network").click()
      await modal.text("Unsupported chain").waitFor()
      const state = await page.evaluate(() => globalThis.modals[0]?.getState())
      expect(state).toMatchObject({ status: "connected", network: { known: false } })
    },
  )

  story(
    "continues after a switch to a network of the page",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const modal = await connectWallet(page, wallet)
      await modal.accountButton().click()
      await wallet.selectChain(11155111)
      await modal.heading("Switch Network").waitFor()
      const prompt = await wallet.promptAfter(() => modal.button(/Polygon/).click())
      await prompt.approve()
      await modal.networkButton("Polygon").waitFor()
    },
  )

  story("shows the view right after connecting", { tags: "full" }, async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    await wallet.selectChain(11155111)
    const modal = getModalViews(page)
    await modal.connectButton.click()
    const prompt = await wallet.promptAfter(() => modal.row().click())
    await prompt.approve()
    await modal.heading("Switch Network").waitFor()
    await modal.text("Unsupported chain").waitFor()
  })

  story(
    "closes the view when the wallet returns to a supported network",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const modal = await connectWallet(page, wallet)
      await modal.accountButton().click()
      await wallet.selectChain(11155111)
      await modal.heading("Switch Network").waitFor()
      await wallet.selectChain(1)
      await modal.heading("Switch Network").waitFor({ state: "detached" })
    },
  )
})
