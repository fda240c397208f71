import { describe, expect } from "vitest"
import { makeHostPage } from "../harness/hostPage.ts"
import { connectWallet, firstAccount, getModalViews, toAccountLabel, walletName } from "../harness/modal.ts"
import { story } from "../harness/story.ts"
import { getBalance } from "../harness/testWorld.ts"

describe("connect with a browser extension", () => {
  story("contract: connect, and the real balance", async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const modal = getModalViews(page)
    await modal.connectButton.click()
    await modal.heading("Connect Wallet").waitFor()
    const prompt = await wallet.promptAfter(() => modal.row().click())
    await modal.heading(`Open ${walletName} to continue`).waitFor()
    expect(await prompt.text()).toContain(new URL(page.url()).origin)
    await prompt.approve()
    await modal.accountButton().waitFor()

    const state = await page.evaluate(() => globalThis.modals[0]?.getState())
    expect(state).toMatchObject({
      status: "connected",
      account: { address: firstAccount, network: "eip155:1" },
    })
    await modal.accountButton().click()
    await modal.heading(toAccountLabel(firstAccount)).waitFor()
    const wei = await getBalance(world, 1, firstAccount)
    // Floored to 3 decimals, as every balance is shown.
    const fraction = String(wei % 10n ** 18n)
      .padStart(18, "0")
      .slice(0, 3)
      .replace(/0+$/, "")
    const shown = `${wei / 10n ** 18n}${fraction && `.${fraction}`}`
    await expect.poll(async () => (await modal.dialog.innerText()).replaceAll(/[\s,]+/g, "")).toContain(shown)
  })

  story("contract: decline is told, and the next try connects", async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const modal = getModalViews(page)
    await modal.connectButton.click()
    const first = await wallet.promptAfter(() => modal.row().click())
    await first.decline()
    await modal.text("Connection declined").waitFor()
    await modal.text("Nothing was shared. You can try again.").waitFor()
    expect(await page.evaluate(() => globalThis.modals[0]?.getState().status)).toBe("disconnected")

    const second = await wallet.promptAfter(() => modal.button("Try again").click())
    await second.approve()
    await modal.accountButton().waitFor()
  })

  story(
    "contract: a wallet closed without an answer has declined",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const modal = getModalViews(page)
      await modal.connectButton.click()
      const prompt = await wallet.promptAfter(() => modal.row().click())
      await prompt.page.close()
      await modal.text("Connection declined").waitFor()
    },
  )

  story(
    "contract: a double connect asks once more and ends in one session",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const modal = getModalViews(page)
      await modal.connectButton.click()
      const first = await wallet.promptAfter(() => modal.row().click())
      await modal.button("Back").click()
      await modal.row().click()
      await modal.text("Your wallet is waiting").waitFor()
      await first.decline()
      const second = await wallet.promptAfter(() => modal.button("Try again").click())
      await second.approve()
      await modal.accountButton().waitFor()
    },
  )

  story(
    "contract: destroy while connecting withdraws everything",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const modal = getModalViews(page)
      await modal.connectButton.click()
      const prompt = await wallet.promptAfter(() => modal.row().click())
      await page.evaluate(() => globalThis.modals[0]?.destroy())
      await modal.dialog.waitFor({ state: "detached" })
      await prompt.approve()
      expect(await page.evaluate(() => globalThis.modals[0]?.getState().status)).not.toBe("connected")
    },
  )

  story(
    "the second visit puts the wallet first and calls it recent",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const modal = await connectWallet(page, wallet)
      await page.evaluate(() => globalThis.modals[0]?.disconnect())
      await modal.connectButton.click()
      await modal.row().filter({ hasText: "Recent" }).waitFor()
    },
  )

  story("on a small screen the sheet is dragged away", async ({ visitor, world }) => {
    const page = await visitor.visit(makeHostPage(world), (blank) =>
      blank.setViewportSize({ width: 390, height: 700 }),
    )
    const modal = getModalViews(page)
    await modal.connectButton.waitFor()
    const dragging = page.waitForResponse(/\/cdn\/sheetDrag-/)
    await modal.connectButton.click()
    await modal.row().waitFor()
    await dragging
    const drag = async () => {
      // Looked for each time: the sheet grows while what it lists comes in, and is gone once it was dragged far enough.
      const title = await modal
        .heading("Connect Wallet")
        .boundingBox({ timeout: 1000 })
        .catch(() => null)
      if (title === null) return
      await page.mouse.move(195, title.y)
      await page.mouse.down()
      await page.mouse.move(195, title.y + 150, { steps: 5 })
      await page.mouse.up()
    }
    // The code has come, and listens a moment later.
    await expect
      .poll(async () => {
        await drag()
        return modal.dialog.count()
      })
      .toBe(0)
  })
})
