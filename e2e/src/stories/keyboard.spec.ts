import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { hostPage } from "../harness/hostPage.ts"
import { connect, firstAccount, labelOf, modalOn, walletName } from "../harness/modal.ts"
import { story } from "../harness/story.ts"

/** What has the focus, through shadow roots: its name and whether it is inside the dialog. */
const focused = (page: Page) =>
  page.evaluate(() => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    return {
      name: element?.getAttribute("aria-label") ?? element?.textContent ?? "",
      page: element === document.body || element === null,
      inside: element?.closest("dialog") !== null,
    }
  })

/** Presses Tab until what is focused is called this; gives up after a full round. */
const tabTo = async (page: Page, name: string | RegExp) => {
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press("Tab")
    if ((await focused(page)).name.search(name) >= 0) return
  }
  throw new Error(`Tab never came to ${name}`)
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

    await expect.poll(async () => (await focused(page)).name).toMatch(labelOf(firstAccount))
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
    await expect.poll(async () => (await focused(page)).name).toMatch(labelOf(firstAccount))
    await page.keyboard.press("Enter")
    await modal.button("Disconnect").waitFor()
    await tabTo(page, "Disconnect")
    await page.keyboard.press("Enter")
    await modal.connectButton.waitFor()
  })

  story("a decline leads to 'Try again' without a mouse", async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(hostPage(world))
    const modal = modalOn(page)
    await modal.connectButton.focus()
    await page.keyboard.press("Enter")
    await modal.row().waitFor()
    await tabTo(page, walletName)
    const first = await wallet.promptAfter(() => page.keyboard.press("Enter"))
    await first.decline()
    await page.bringToFront()
    await modal.button("Try again").waitFor()
    await tabTo(page, "Try again")
    const second = await wallet.promptAfter(() => page.keyboard.press("Enter"))
    await second.approve()
    await modal.accountButton().waitFor()
  })

  story("the focus stays in the dialog and comes back to its opener", async ({ visitor, world }) => {
    const page = await visitor.visit(hostPage(world))
    const modal = modalOn(page)
    await modal.connectButton.focus()
    await page.keyboard.press("Space")
    await modal.row().waitFor()
    await modal.heading("Connect").waitFor()
    expect((await focused(page)).name).toBe("Connect")
    for (let presses = 0; presses < 20; presses += 1) {
      await page.keyboard.press(presses < 10 ? "Tab" : "Shift+Tab")
      const { inside, page: onPage } = await focused(page)
      // Between the last and the first element the focus is the browser's own, never the page's.
      expect(inside || onPage).toBe(true)
    }
    await page.keyboard.press("Escape")
    await modal.dialog.waitFor({ state: "hidden" })
    expect((await focused(page)).name).toBe("Connect wallet")
  })

  story("each view takes the focus to its heading", async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(hostPage(world))
    const modal = await connect(page, wallet)
    await modal.accountButton().click()
    await expect.poll(async () => (await focused(page)).name).toMatch(labelOf(firstAccount))
    await modal.button(/Network: Ethereum/).click()
    await expect.poll(async () => (await focused(page)).name).toBe("Choose network")
    await modal.button("Back").click()
    await expect.poll(async () => (await focused(page)).name).toMatch(labelOf(firstAccount))
  })
})
