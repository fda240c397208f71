import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { demoPage } from "../harness/demoPage.ts"
import { hostPage } from "../harness/hostPage.ts"
import { focused, focusIsOn, tabTo } from "../harness/keyboard.ts"
import { connect, firstAccount, labelOf, modalOn, walletName } from "../harness/modal.ts"
import { story } from "../harness/story.ts"
import type { Wallet } from "../harness/wallet.ts"

/** From the page's button to the wallet's own window. */
const askByKeyboard = async (page: Page, wallet: Wallet) => {
  const modal = modalOn(page)
  await modal.connectButton.focus()
  await page.keyboard.press("Enter")
  await modal.row().waitFor()
  await tabTo(page, walletName)
  return wallet.promptAfter(() => page.keyboard.press("Enter"))
}

describe("by keyboard alone", () => {
  story("connect, look, switch network, disconnect", async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(hostPage(world))
    const modal = modalOn(page)
    await modal.connectButton.waitFor()
    await tabTo(page, "Connect wallet")
    await page.keyboard.press("Enter")
    await modal.row().waitFor()
    await tabTo(page, walletName)
    const connecting = await wallet.promptAfter(() => page.keyboard.press("Enter"))
    await connecting.approve()
    await modal.accountButton().waitFor()
    await page.bringToFront()

    await focusIsOn(page, labelOf(firstAccount))
    await page.keyboard.press("Enter")
    await modal.button(/Network: Ethereum/).waitFor()
    await tabTo(page, /Network: Ethereum/)
    await page.keyboard.press("Enter")
    await modal.heading("Choose network").waitFor()
    await modal.button(/Polygon/).waitFor()
    await tabTo(page, /Polygon/)
    const switching = await wallet.promptAfter(() => page.keyboard.press("Enter"))
    await switching.approve()
    await modal.networkButton("Polygon").waitFor({ state: "attached" })
    await page.bringToFront()

    await page.keyboard.press("Escape")
    await modal.dialog.waitFor({ state: "hidden" })
    await focusIsOn(page, labelOf(firstAccount))
    await page.keyboard.press("Enter")
    await modal.button("Settings").waitFor()
    await tabTo(page, "Settings")
    await page.keyboard.press("Enter")
    await modal.button("Disconnect").waitFor()
    await tabTo(page, "Disconnect")
    await page.keyboard.press("Enter")
    await modal.connectButton.waitFor()
  })

  story(
    "a decline leads to 'Try again' without a mouse",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(hostPage(world))
      const modal = modalOn(page)
      const first = await askByKeyboard(page, wallet)
      await first.decline()
      await page.bringToFront()
      await modal.button("Try again").waitFor()
      await tabTo(page, "Try again")
      const second = await wallet.promptAfter(() => page.keyboard.press("Enter"))
      await second.approve()
      await modal.accountButton().waitFor()
    },
  )

  story("the focus stays in the dialog and comes back to its opener", async ({ visitor, world }) => {
    const page = await visitor.visit(hostPage(world))
    const modal = modalOn(page)
    await modal.connectButton.focus()
    await page.keyboard.press("Space")
    await modal.row().waitFor()
    await modal.heading("Connect").waitFor()
    await focusIsOn(page, "Connect")
    for (let presses = 0; presses < 20; presses += 1) {
      await page.keyboard.press(presses < 10 ? "Tab" : "Shift+Tab")
      const { inside, page: onPage } = await focused(page)
      // Between the last and the first element the focus is the browser's own, never the page's.
      expect(inside || onPage).toBe(true)
    }
    await page.keyboard.press("Escape")
    await modal.dialog.waitFor({ state: "hidden" })
    await focusIsOn(page, "Connect wallet")
  })

  story("each view takes the focus to its heading", { tags: "full" }, async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(hostPage(world))
    const modal = await connect(page, wallet)
    await modal.accountButton().click()
    await focusIsOn(page, labelOf(firstAccount))
    await modal.button(/Network: Ethereum/).click()
    await focusIsOn(page, "Choose network")
    await modal.button("Back").click()
    await focusIsOn(page, labelOf(firstAccount))
  })
})

/** From a connected page to the view that a person on a foreign network gets. */
const goAstray = async (page: Page, wallet: Wallet) => {
  const modal = await connect(page, wallet)
  await page.bringToFront()
  await modal.accountButton().focus()
  await page.keyboard.press("Enter")
  await modal.button("Settings").waitFor()
  await wallet.selectChain(11155111)
  await modal.text("This page does not work on").waitFor()
  await focusIsOn(page, "Switch network")
  return modal
}

describe("by keyboard alone, where the page does not work on the wallet's network", () => {
  story("another network is chosen", { tags: "full" }, async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(hostPage(world))
    const modal = await goAstray(page, wallet)
    await tabTo(page, /Polygon/)
    const prompt = await wallet.promptAfter(() => page.keyboard.press("Enter"))
    await prompt.approve()
    await modal.networkButton("Polygon").waitFor({ state: "attached" })
    expect(await page.evaluate(() => globalThis.modals[0]?.getState().account?.network)).toBe("eip155:137")
  })

  story("the wallet is disconnected", { tags: "full" }, async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(hostPage(world))
    await goAstray(page, wallet)
    await tabTo(page, "Disconnect")
    await page.keyboard.press("Enter")
    await expect.poll(() => page.evaluate(() => globalThis.modals[0]?.getState().status)).toBe("disconnected")
  })

  story("Escape is refused, and back closes", { tags: "full" }, async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(hostPage(world))
    const modal = await goAstray(page, wallet)
    await page.keyboard.press("Escape")
    await tabTo(page, "Back")
    await page.keyboard.press("Enter")
    await modal.dialog.waitFor({ state: "hidden" })
    await focusIsOn(page, labelOf(firstAccount))
    expect(await page.evaluate(() => globalThis.modals[0]?.getState().status)).toBe("connected")
  })
})

describe("by keyboard alone, what is offered besides", () => {
  story("a session that was not taken up leads to connecting", async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(hostPage(world))
    const modal = await connect(page, wallet)
    await page.goto("about:blank")
    await wallet.lock()
    await page.goBack()
    await page.bringToFront()
    // Until the wallet has refused, the button says first this, then "Connecting…".
    await expect
      .poll(() => page.evaluate(() => globalThis.modals[0]?.getState().connections["eip155"]?.status))
      .toBe("disconnected")
    await tabTo(page, "Connect wallet")
    await page.keyboard.press("Enter")
    await modal.text(`${walletName} is locked`).waitFor()
    await tabTo(page, "Connect again")
    const prompt = await wallet.promptAfter(() => page.keyboard.press("Enter"))
    await prompt.approve()
    await modal.accountButton().waitFor()
  })

  story("a late approval is accepted", { tags: "full" }, async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(hostPage(world))
    const modal = modalOn(page)
    const prompt = await askByKeyboard(page, wallet)
    await page.bringToFront()
    await modal.button("Cancel").waitFor()
    await tabTo(page, "Cancel")
    await page.keyboard.press("Enter")
    await modal.row().waitFor()
    await prompt.page.bringToFront()
    await prompt.approve()
    await page.bringToFront()
    await modal.button("Use it").waitFor()
    expect(await page.evaluate(() => globalThis.modals[0]?.getState().account)).toBeNull()
    await tabTo(page, "Use it")
    await page.keyboard.press("Enter")
    await modal.accountButton().waitFor()
  })

  story(
    "the demo's message and typed data are signed",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(demoPage(world))
      const modal = await connect(page, wallet)
      const result = page.getByRole("region", { name: "Ask for a signature" }).getByRole("status")
      const signatures = new Set<string>()
      for (const [button, asked] of [
        ["Sign message", "Message"],
        ["Sign typed data", "Hello, Bob!"],
      ] as const) {
        await page.bringToFront()
        await tabTo(page, button)
        await page.keyboard.press("Enter")
        await modal.button("Continue").waitFor()
        await tabTo(page, "Continue")
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
    },
  )
})
