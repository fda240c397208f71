import { describe, expect } from "vitest"
import { makeHostPage } from "../harness/hostPage.ts"
import { connectWallet, firstAccount, getModalViews, toAccountLabel, walletName } from "../harness/modal.ts"
import { story } from "../harness/story.ts"
import { getBalance } from "../harness/testWorld.ts"

describe("connection by browser extension", () => {
  story("contract: connects and shows the real balance", async ({ visitor, wallet, world }) => {
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
    // Floored to 3 decimals, like every balance.
    const fraction = String(wei % 10n ** 18n)
      .padStart(18, "0")
      .slice(0, 3)
      .replace(/0+$/, "")
    const shown = `${wei / 10n ** 18n}${fraction && `.${fraction}`}`
    await expect.poll(async () => (await modal.dialog.innerText()).replaceAll(/[\s,]+/g, "")).toContain(shown)
  })

  story(
    "publishes the account before the modal closes",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const modal = getModalViews(page)
      await modal.connectButton.click()
      // Until it is open, it is closed without an account.
      await modal.row().waitFor()
      const closings = page.evaluate(
        () =>
          new Promise<readonly (string | undefined)[]>((resolve) => {
            const addresses: (string | undefined)[] = []
            const one = globalThis.modals[0]
            one?.subscribe(() => {
              const { open, account } = one.getState()
              if (!open) addresses.push(account?.address)
              if (!open && account !== null) resolve(addresses)
            })
          }),
      )
      const prompt = await wallet.promptAfter(() => modal.row().click())
      await prompt.approve()
      expect(new Set(await closings)).toEqual(new Set([firstAccount]))
    },
  )

  story(
    "connects a wallet behind one row once the user has agreed to the site's terms, which it remembers",
    async ({ visitor, wallet, world }) => {
      const options = {
        termsConditionsUrl: "/terms",
        connectMethodsOrder: ["email", "social", "wallet"],
        features: { legalCheckbox: true, collapseWallets: true },
      }
      const page = await visitor.visit(makeHostPage(world, { secureSite: true, options }))
      const modal = getModalViews(page)
      await modal.connectButton.click()
      const wallets = modal.button("Continue with a wallet")
      await wallets.waitFor()
      expect(await wallets.isDisabled()).toBe(true)
      expect(await modal.dialog.getByRole("textbox").isDisabled()).toBe(true)
      await modal.dialog.getByRole("checkbox", { name: "I agree to the terms of service" }).press("Space")
      await wallets.click()
      await modal.heading("Connect wallet").waitFor()
      const prompt = await wallet.promptAfter(() => modal.row().click())
      await prompt.approve()
      await modal.accountButton().waitFor()

      await page.evaluate(() => globalThis.modals[0]?.disconnect())
      await page.reload()
      await modal.connectButton.click()
      await expect.poll(() => wallets.isEnabled()).toBe(true)
    },
  )

  story(
    "contract: reports a declined request, and connects on the next try",
    async ({ visitor, wallet, world }) => {
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
    },
  )

  story(
    "contract: treats a closed wallet window as declined",
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
    "contract: prompts once for a double connect and creates one session",
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
    "contract: withdraws the prompt when destroyed while connecting",
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
    "lists the wallet first and as recent on the second visit",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const modal = await connectWallet(page, wallet)
      await page.evaluate(() => globalThis.modals[0]?.disconnect())
      await modal.connectButton.click()
      await modal.row().filter({ hasText: "Recent" }).waitFor()
    },
  )

  story("closes the sheet by dragging on a small screen", async ({ visitor, world }) => {
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
      // Queried each time: the sheet grows while its list loads, and disappears after a sufficient drag.
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
    // The script is loaded, and listens shortly afterwards.
    await expect
      .poll(async () => {
        await drag()
        return modal.dialog.count()
      })
      .toBe(0)
  })
})
