import { describe, expect } from "vitest"
import { clockedStory as story } from "../harness/clockedStory.ts"
import { makeHostPage } from "../harness/hostPage.ts"
import { connectWallet, firstAccount, getModalViews, toAccountLabel, walletName } from "../harness/modal.ts"

describe("unresponsive wallet", () => {
  story(
    "contract: shows a notice after 60 s, and cancels at once",
    { tags: "full" },
    async ({ patient, world }) => {
      const page = await patient.visit(makeHostPage(world))
      const modal = getModalViews(page)
      await modal.connectButton.click()
      const prompt = await patient.wallet.promptAfter(() => modal.row().click())
      await modal.heading(`Open ${walletName} to continue`).waitFor()
      // Half of the time limit: this machine's own delays count as well. The engine's tests cover the exact second.
      await page.clock.fastForward(30_000)
      await modal.heading(`Open ${walletName} to continue`).waitFor()
      await page.clock.fastForward(31_000)
      await modal.heading(`Still waiting for ${walletName}`).waitFor()
      await modal.button("Cancel").click()
      await expect
        .poll(() => page.evaluate(() => globalThis.modals[0]?.getState().status))
        .toBe("disconnected")
      await prompt.decline()
    },
  )

  for (const { outcome, act } of [
    { outcome: "accepted", act: "Use it" },
    { outcome: "dismissed", act: "No, thanks" },
  ]) {
    story(
      `contract: offers a late approval without applying it: ${outcome}`,
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

  story(
    "opens again with the offer when the wallet approves after the modal was closed",
    async ({ patient, world }) => {
      const page = await patient.visit(makeHostPage(world))
      const modal = getModalViews(page)
      await modal.connectButton.click()
      const prompt = await patient.wallet.promptAfter(() => modal.row().click())
      await modal.button("Close").click()
      await modal.dialog.waitFor({ state: "detached" })
      await prompt.approve()
      await modal.text(`${walletName} approved late`).waitFor()
      expect(await page.evaluate(() => globalThis.modals[0]?.getState().account)).toBeNull()
      await modal.button("Use it").click()
      await modal.accountButton().waitFor()
    },
  )

  story("ends a restore after ten seconds", { tags: "full" }, async ({ patient, world }) => {
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

  story("shows a notice after 60 s during a network switch", { tags: "full" }, async ({ patient, world }) => {
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
  })
})

describe("rejected close", () => {
  story("shakes for half a second", { tags: "full" }, async ({ patient, world }) => {
    const page = await patient.visit(makeHostPage(world))
    const modal = await connectWallet(page, patient.wallet)
    await modal.accountButton().click()
    await patient.wallet.selectChain(11155111)
    await modal.heading("Switch Network").waitFor()
    // Recorded at their start: on a busy machine an animation may end before it is observed.
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
