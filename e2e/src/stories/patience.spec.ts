import { describe, expect } from "vitest"
import { clockedStory as story } from "../harness/clockedStory.ts"
import { makeHostPage } from "../harness/hostPage.ts"
import { connectWallet, firstAccount, getModalViews, toAccountLabel, walletName } from "../harness/modal.ts"

describe("a wallet that does not answer", () => {
  story("contract: after 60 s the person is told, and cancel settles at once", async ({ patient, world }) => {
    const page = await patient.visit(makeHostPage(world))
    const modal = getModalViews(page)
    await modal.connectButton.click()
    const prompt = await patient.wallet.promptAfter(() => modal.row().click())
    await modal.heading(`Open ${walletName} to continue`).waitFor()
    // Half of it: what this machine takes meanwhile counts too. The engine's tests know the very second.
    await page.clock.fastForward(30_000)
    await modal.heading(`Open ${walletName} to continue`).waitFor()
    await page.clock.fastForward(31_000)
    await modal.heading(`Still waiting for ${walletName}`).waitFor()
    await modal.button("Cancel").click()
    await expect.poll(() => page.evaluate(() => globalThis.modals[0]?.getState().status)).toBe("disconnected")
    await prompt.decline()
  })

  for (const { outcome, act } of [
    { outcome: "accepted", act: "Use it" },
    { outcome: "dismissed", act: "No, thanks" },
  ]) {
    story(
      `contract: a late approval is offered, never applied unasked: ${outcome}`,
      { tags: "full" },
      async ({ patient, world }) => {
        const page = await patient.visit(makeHostPage(world))
        const modal = getModalViews(page)
        await modal.connectButton.click()
        const prompt = await patient.wallet.promptAfter(() => modal.row().click())
        await modal.button("Cancel").click()
        await prompt.approve()
        await modal.text(`${walletName} approved late`).waitFor()
        expect(await page.evaluate(() => globalThis.modals[0]?.getState().account)).toBeNull()
        await modal.button(act).click()
        if (outcome === "accepted") await modal.accountButton().waitFor()
        else {
          await modal.text(`${walletName} approved late`).waitFor({ state: "detached" })
          expect(await page.evaluate(() => globalThis.modals[0]?.getState().account)).toBeNull()
        }
      },
    )
  }

  story("at restore it is given ten seconds", { tags: "full" }, async ({ patient, world }) => {
    const page = await patient.visit(makeHostPage(world))
    const modal = await connectWallet(page, patient.wallet)
    await patient.wallet.stopResponding()
    await page.reload()
    await page
      .getByRole("button", { name: toAccountLabel(firstAccount) })
      .and(page.locator('[aria-busy="true"]'))
      .waitFor()
    // The ten seconds begin when the engine does.
    await expect.poll(() => page.evaluate(() => globalThis.modals[0]?.getState().engine)).toBe("ready")
    await page.clock.fastForward(10_500)
    await modal.connectButton.waitFor()
    await modal.connectButton.click()
    await modal.text(`${walletName} did not respond`).waitFor()
    await modal.button("Connect again").waitFor()
  })

  story(
    "at a network switch the person is told after 60 s too",
    { tags: "full" },
    async ({ patient, world }) => {
      const page = await patient.visit(makeHostPage(world))
      const modal = await connectWallet(page, patient.wallet)
      await modal.networkButton("Ethereum").click()
      const prompt = await patient.wallet.promptAfter(() => modal.button(/Polygon/).click())
      await modal.heading("Approve in your wallet").waitFor()
      await page.clock.fastForward(61_000)
      await modal.heading("Still waiting for your wallet").waitFor()
      await modal.button("Cancel").click()
      await prompt.decline()
      expect(await page.evaluate(() => globalThis.modals[0]?.getState().account?.network)).toBe("eip155:1")
    },
  )
})

describe("a refused close", () => {
  story("shakes for half a second", { tags: "full" }, async ({ patient, world }) => {
    const page = await patient.visit(makeHostPage(world))
    const modal = await connectWallet(page, patient.wallet)
    await modal.accountButton().click()
    await patient.wallet.selectChain(11155111)
    await modal.heading("Switch Network").waitFor()
    // Written down as they begin: on a busy machine one may be over before anybody looks.
    await page.evaluate(() => {
      const { animate } = Element.prototype
      globalThis.animated = []
      Element.prototype.animate = function (frames, options) {
        globalThis.animated.push(typeof options === "object" ? options.duration : options)
        return animate.call(this, frames, options)
      }
    })
    await page.keyboard.press("Escape")
    await expect.poll(() => page.evaluate(() => globalThis.animated)).toContain(500)
  })
})

declare global {
  var animated: unknown[]
}
