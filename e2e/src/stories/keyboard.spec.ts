import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { makeDemoPage } from "../harness/demoPage.ts"
import { makeHostPage } from "../harness/hostPage.ts"
import { awaitFocusOn, getFocused, pressTabTo } from "../harness/keyboard.ts"
import { connectWallet, firstAccount, getModalViews, toAccountLabel, walletName } from "../harness/modal.ts"
import { story } from "../harness/story.ts"
import type { ExtensionWallet } from "../harness/wallet.ts"

/** Connects from the page's button to the wallet's own window. */
const requestByKeyboard = async (page: Page, wallet: ExtensionWallet) => {
  const modal = getModalViews(page)
  await modal.connectButton.focus()
  await page.keyboard.press("Enter")
  await modal.row().waitFor()
  await pressTabTo(page, walletName)
  return wallet.promptAfter(() => page.keyboard.press("Enter"))
}

describe("modal by keyboard", () => {
  story(
    "connects, shows the account, switches the network, and disconnects",
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const modal = getModalViews(page)
      await modal.connectButton.waitFor()
      await pressTabTo(page, "Connect wallet")
      await page.keyboard.press("Enter")
      await modal.row().waitFor()
      await pressTabTo(page, walletName)
      const connecting = await wallet.promptAfter(() => page.keyboard.press("Enter"))
      await connecting.approve()
      await modal.accountButton().waitFor()
      await page.bringToFront()

      await awaitFocusOn(page, toAccountLabel(firstAccount))
      await page.keyboard.press("Enter")
      await modal.button(/Network Ethereum/).waitFor()
      await pressTabTo(page, /Network Ethereum/)
      await page.keyboard.press("Enter")
      await modal.heading("Choose Network").waitFor()
      await modal.button(/Polygon/).waitFor()
      await pressTabTo(page, /Polygon/)
      const switching = await wallet.promptAfter(() => page.keyboard.press("Enter"))
      await switching.approve()
      await modal.networkButton("Polygon").waitFor({ state: "attached" })
      await page.bringToFront()

      await page.keyboard.press("Escape")
      await modal.dialog.waitFor({ state: "hidden" })
      await awaitFocusOn(page, toAccountLabel(firstAccount))
      await page.keyboard.press("Enter")
      await modal.button("Settings").waitFor()
      await pressTabTo(page, "Settings")
      await page.keyboard.press("Enter")
      await modal.button("Disconnect").waitFor()
      await pressTabTo(page, "Disconnect")
      await page.keyboard.press("Enter")
      await modal.connectButton.waitFor()
    },
  )

  story(
    "focuses 'Try again' after a declined request",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const modal = getModalViews(page)
      const first = await requestByKeyboard(page, wallet)
      await first.decline()
      await page.bringToFront()
      await modal.button("Try again").waitFor()
      await pressTabTo(page, "Try again")
      const second = await wallet.promptAfter(() => page.keyboard.press("Enter"))
      await second.approve()
      await modal.accountButton().waitFor()
    },
  )

  story("keeps the focus in the dialog and returns it to its opener", async ({ visitor, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const modal = getModalViews(page)
    await modal.connectButton.focus()
    await page.keyboard.press("Space")
    await modal.row().waitFor()
    await modal.heading("Connect Wallet").waitFor()
    await awaitFocusOn(page, "Connect Wallet")
    for (let presses = 0; presses < 20; presses += 1) {
      await page.keyboard.press(presses < 10 ? "Tab" : "Shift+Tab")
      const { inside, page: onPage } = await getFocused(page)
      // Between the last and the first element the browser's own UI has the focus, never the page.
      expect(inside || onPage).toBe(true)
    }
    await page.keyboard.press("Escape")
    await modal.dialog.waitFor({ state: "hidden" })
    await awaitFocusOn(page, "Connect wallet")
  })

  story(
    "moves the focus to the heading of each view",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const modal = await connectWallet(page, wallet)
      await modal.accountButton().click()
      await awaitFocusOn(page, toAccountLabel(firstAccount))
      await modal.button(/Network Ethereum/).click()
      await awaitFocusOn(page, "Choose Network")
      await modal.button("Back").click()
      await awaitFocusOn(page, toAccountLabel(firstAccount))
    },
  )
})

/** Opens the view of an unsupported network from a connected page. */
const openUnsupportedNetwork = async (page: Page, wallet: ExtensionWallet) => {
  const modal = await connectWallet(page, wallet)
  await page.bringToFront()
  await modal.accountButton().focus()
  await page.keyboard.press("Enter")
  await modal.button("Settings").waitFor()
  await wallet.selectChain(11155111)
  await modal.text("This site does not support").waitFor()
  await awaitFocusOn(page, "Switch Network")
  return modal
}

describe("unsupported network by keyboard", () => {
  story("switches to another network", { tags: "full" }, async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const modal = await openUnsupportedNetwork(page, wallet)
    await pressTabTo(page, /Polygon/)
    const prompt = await wallet.promptAfter(() => page.keyboard.press("Enter"))
    await prompt.approve()
    await modal.networkButton("Polygon").waitFor({ state: "attached" })
    expect(await page.evaluate(() => globalThis.modals[0]?.getState().account?.network)).toBe("eip155:137")
  })

  story("disconnects the wallet", { tags: "full" }, async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    await openUnsupportedNetwork(page, wallet)
    await pressTabTo(page, "Disconnect")
    await page.keyboard.press("Enter")
    await expect.poll(() => page.evaluate(() => globalThis.modals[0]?.getState().status)).toBe("disconnected")
  })

  story("ignores Escape, and closes with Back", { tags: "full" }, async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const modal = await openUnsupportedNetwork(page, wallet)
    await page.keyboard.press("Escape")
    await pressTabTo(page, "Back")
    await page.keyboard.press("Enter")
    await modal.dialog.waitFor({ state: "hidden" })
    await awaitFocusOn(page, toAccountLabel(firstAccount))
    expect(await page.evaluate(() => globalThis.modals[0]?.getState().status)).toBe("connected")
  })
})

describe("session and request prompts by keyboard", () => {
  story(
    "offers a connection when a session cannot be restored",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const modal = await connectWallet(page, wallet)
      await page.goto("about:blank")
      await wallet.lock()
      await page.goBack()
      await page.bringToFront()
      // Until the wallet has rejected, the button shows first this, then "Connecting…".
      await expect
        .poll(() => page.evaluate(() => globalThis.modals[0]?.getState().connections["eip155"]?.status))
        .toBe("disconnected")
      await pressTabTo(page, "Connect wallet")
      await page.keyboard.press("Enter")
      await modal.text(`${walletName} is locked`).waitFor()
      await pressTabTo(page, "Connect again")
      const prompt = await wallet.promptAfter(() => page.keyboard.press("Enter"))
      await prompt.approve()
      await modal.accountButton().waitFor()
    },
  )

  story("accepts a late approval", { tags: "full" }, async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const modal = getModalViews(page)
    const prompt = await requestByKeyboard(page, wallet)
    await page.bringToFront()
    await modal.button("Cancel").waitFor()
    await pressTabTo(page, "Cancel")
    await page.keyboard.press("Enter")
    await modal.row().waitFor()
    await prompt.page.bringToFront()
    await prompt.approve()
    await page.bringToFront()
    await modal.button("Use it").waitFor()
    expect(await page.evaluate(() => globalThis.modals[0]?.getState().account)).toBeNull()
    await pressTabTo(page, "Use it")
    await page.keyboard.press("Enter")
    await modal.accountButton().waitFor()
  })

  story("signs the demo's message and typed data", { tags: "full" }, async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeDemoPage(world))
    const modal = await connectWallet(page, wallet)
    const result = page.getByRole("region", { name: "Request a signature" }).getByRole("status")
    const signatures = new Set<string>()
    for (const [button, asked, confirmation] of [
      ["Sign message", "Message", null],
      ["Sign typed data", "Hello, Bob!", "I know what I sign"],
    ] as const) {
      await page.bringToFront()
      await pressTabTo(page, button)
      await page.keyboard.press("Enter")
      await modal.button("Continue").waitFor()
      if (confirmation !== null) {
        await pressTabTo(page, modal.dialog.getByRole("checkbox", { name: confirmation }))
        await page.keyboard.press("Space")
      }
      await pressTabTo(page, "Continue")
      const prompt = await wallet.promptAfter(() => page.keyboard.press("Enter"))
      expect(await prompt.text()).toContain(asked)
      await prompt.approve()
      await expect
        .poll(async () => {
          const text = await result.innerText()
          return /^0x[0-9a-f]{130}$/.test(text) && !signatures.has(text)
        })
        .toBe(true)
      signatures.add(await result.innerText())
    }
  })
})
