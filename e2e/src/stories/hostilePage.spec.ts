import type { Locator } from "playwright-core"
import { describe, expect } from "vitest"
import { makeHostPage } from "../harness/hostPage.ts"
import { connectWallet, firstAccount, getModalViews, secondAccount } from "../harness/modal.ts"
import { requestOnPage } from "../harness/pageRequests.ts"
import { story } from "../harness/story.ts"

/** Presses a review's button in each way that a script has. */
const pressByScript = (button: Locator) =>
  button.evaluate((element: HTMLButtonElement) => {
    element.click()
    element.form?.requestSubmit()
    element.form?.requestSubmit(element)
    element.form?.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }))
    for (const type of ["pointerdown", "mousedown", "mouseup", "pointerup", "click"])
      element.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, composed: true }))
    for (const type of ["keydown", "keypress", "keyup"])
      element.dispatchEvent(new KeyboardEvent(type, { key: "Enter", code: "Enter", bubbles: true }))
  })

describe("script of the page", () => {
  story("approves and confirms nothing", async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const modal = await connectWallet(page, wallet)
    const proceed = modal.dialog.getByRole("button", { name: "Continue", exact: true })

    const message = requestOnPage(page, { method: "personal_sign", params: ["A letter", firstAccount] })
    await page.bringToFront()
    await modal.text("A letter").waitFor()
    await proceed.and(page.locator("[aria-disabled=false]")).waitFor()
    await pressByScript(proceed)
    // The same button works for the user, so the presses before it were ignored.
    const prompt = await wallet.promptAfter(() => proceed.click())
    await prompt.decline()
    expect(await message).toMatch(/^4001 /)

    const blind = requestOnPage(page, { method: "eth_sign", params: [firstAccount, `0x${"9b".repeat(32)}`] })
    await page.bringToFront()
    const confirmation = modal.dialog.getByRole("checkbox")
    await confirmation.evaluate((box: HTMLInputElement) => {
      box.click()
      box.checked = true
      for (const type of ["input", "change"]) box.dispatchEvent(new Event(type, { bubbles: true }))
    })
    await pressByScript(proceed)
    expect(await proceed.getAttribute("aria-disabled")).toBe("true")
    await modal.button("Reject").click()
    expect(await blind).toMatch(/^4001 /)
  })

  story("finds no element of the modal unless the host opens its root", async ({ visitor, world }) => {
    const page = await visitor.visit(makeHostPage(world, { options: { shadowRoot: "closed" } }))
    await getModalViews(page).connectButton.click()
    const developer = await page.context().newCDPSession(page)
    const getNames = async () => {
      const { nodes } = await developer.send("Accessibility.getFullAXTree")
      return nodes.filter(({ role }) => role?.value === "heading").map(({ name }) => String(name?.value))
    }
    await expect.poll(getNames).toContain("Connect Wallet")
    const seen = await page.evaluate(() => ({
      roots: [...document.querySelectorAll("wmodal-host")].map((host) => host.shadowRoot),
      pressed: document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.tagName,
    }))
    expect(seen).toEqual({ roots: [null], pressed: "WMODAL-HOST" })
  })
})

/** Names that old libraries add, and those of fields of ours. The test wallet's script in the page cannot stand more. */
const addedNames = "extend inherits each clone toJSONString hash effects entry at by holdings uri".split(" ")

describe("page that adds enumerable members to Object.prototype", () => {
  story(
    "lists all wallets, connects, and reviews and sends a payment",
    async ({ visitor, wallet, world }) => {
      const before = `for (const name of ${JSON.stringify(addedNames)}) Object.prototype[name] = function () {}`
      const page = await visitor.visit(makeHostPage(world, { before }))
      const modal = getModalViews(page)
      await modal.connectButton.click()
      await modal.button("All wallets").click()
      await modal.dialog.getByRole("searchbox").fill("foxglove")
      await modal.row("Foxglove Key").waitFor()
      await modal.button("Close").click()
      await connectWallet(page, wallet)
      const value = "0x2386f26fc10000"
      const params = [{ from: firstAccount, to: secondAccount, value }]
      const sent = requestOnPage(page, { method: "eth_sendTransaction", params })
      await page.bringToFront()
      await modal.text("0.01 ETH").first().waitFor()
      const proceed = modal.dialog.getByRole("button", { name: "Continue", exact: true })
      await proceed.and(page.locator("[aria-disabled=false]")).waitFor()
      const prompt = await wallet.promptAfter(() => proceed.click())
      await prompt.approve()
      expect(await sent).toMatch(/^0x[0-9a-f]{64}$/)
    },
  )
})
