import { describe, expect } from "vitest"
import { launchBrowser, makeProfile } from "../harness/browser.ts"
import { makeHostPage, withoutBlockchainApi } from "../harness/hostPage.ts"
import { connectWallet, firstAccount, getModalViews, toAccountLabel, walletName } from "../harness/modal.ts"
import { story } from "../harness/story.ts"
import { getExtensionWallet } from "../harness/wallet.ts"

describe("restore after reload", () => {
  story("restores the session without a prompt", async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const modal = await connectWallet(page, wallet)
    await page.reload()
    await modal.accountButton().waitFor()
    expect(await page.evaluate(() => globalThis.modals[0]?.getState().status)).toBe("connected")
  })

  story(
    "shows the account of the last visit, busy, until its session is restored",
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world, withoutBlockchainApi(world)))
      const modal = await connectWallet(page, wallet)
      const held = Promise.withResolvers<void>()
      await page.route(/\/cdn\/engine-/, async (route) => {
        await held.promise
        await route.continue()
      })
      await page.reload()
      const busy = page.getByRole("button", { name: toAccountLabel(firstAccount) })
      await busy.waitFor()
      expect(await busy.getAttribute("aria-busy")).toBe("true")
      expect(await page.evaluate(() => globalThis.modals[0]?.getState())).toMatchObject({
        status: "connecting",
        account: { address: firstAccount },
      })
      held.resolve()
      await modal.accountButton().waitFor()
    },
  )

  story("restores the selected network", { tags: "full" }, async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const modal = await connectWallet(page, wallet)
    await wallet.selectChain(137)
    await modal.networkButton("Polygon").waitFor()
    await page.reload()
    await modal.networkButton("Polygon").waitFor()
    await modal.accountButton().waitFor()
  })

  story(
    "reports a locked wallet and offers a connection",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const modal = await connectWallet(page, wallet)
      await page.evaluate(() => localStorage.getItem("@wmodal/sessions"))
      const stored = await page.evaluate(() => ({ ...localStorage }))
      await page.goto("about:blank")
      await wallet.lock()
      await page.goBack()
      expect(Object.keys(stored)).toContain("@wmodal/sessions")
      await modal.connectButton.click()
      await modal.text(`${walletName} is locked`).waitFor()
      const prompt = await wallet.promptAfter(() =>
        modal
          .button(/Unlock|Connect again|Connect/)
          .first()
          .click(),
      )
      expect(await prompt.text()).toContain("Unlock the wallet and connect")
      await prompt.approve()
      await modal.accountButton().waitFor()
    },
  )

  story(
    "names a network that the page no longer has",
    { tags: "full" },
    async ({ visitor, site, wallet, world }) => {
      const first = makeHostPage(world, { networks: ["ethereum", "polygon"] })
      const page = await visitor.visit(first)
      const modal = await connectWallet(page, wallet)
      await wallet.selectChain(137)
      await modal.networkButton("Polygon").waitFor()
      site.rehost(new URL(page.url()).origin, makeHostPage(world, { networks: ["ethereum", "sepolia"] }))
      await page.reload()
      await modal.connectButton.click()
      await modal.text("Network no longer offered").waitFor()
      await modal.text(/You were on .*137/).waitFor()
      await modal.button("Connect again").waitFor()
    },
  )

  story(
    "reports a removed extension, with a next step",
    { tags: "full" },
    async ({ onTestFinished, outside, site, world }) => {
      const profile = await makeProfile()
      onTestFinished(profile.remove)
      const config = { blockchain: outside.blockchain, projectId: world.projectId }
      const origin = site.host(makeHostPage(world))
      const before = await launchBrowser({ profile: profile.folder, wallet: config })
      onTestFinished(before.close)
      const first = await before.context.newPage()
      await first.goto(origin)
      await connectWallet(first, getExtensionWallet(before.context))
      await first.close()
      await expect.poll(() => profile.hasStored("@wmodal/sessions")).toBe(true)
      await before.close()

      const after = await launchBrowser({ profile: profile.folder, wallet: null })
      onTestFinished(after.close)
      const page = await after.context.newPage()
      await page.goto(origin)
      const modal = getModalViews(page)
      await modal.connectButton.click()
      await modal.text(`${walletName} was removed`).waitFor()
      await modal.text("Install it again, or choose another wallet.").waitFor()
      // Another wallet is listed directly below.
      await modal.dialog.getByRole("list", { name: "Wallets" }).getByRole("button").first().waitFor()
    },
  )
})
