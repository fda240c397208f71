import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { findViolations } from "../harness/axe.ts"
import { makeDemoPage } from "../harness/demoPage.ts"
import { getModalViews } from "../harness/modal.ts"
import { story } from "../harness/story.ts"

/** Returns a step of the card that leads through the modal. */
const getStep = (page: Page, name: string) =>
  page
    .getByRole("region", { name: "Five things to try" })
    .getByRole("listitem")
    .filter({ has: page.getByText(name, { exact: true }) })

const approve = (page: Page, title: string) =>
  page.getByRole("dialog", { name: title }).getByRole("button", { name: "Approve" }).click()

describe("playground", { tags: "full" }, () => {
  story(
    "leads a visitor without a wallet through connect, receive, send, swap and sign-in",
    { timeout: 120_000 },
    async ({ visitor, world }) => {
      const page = await visitor.visit(makeDemoPage(world))
      const modal = getModalViews(page)
      const isDone = (name: string) => getStep(page, name).getByText(", done").waitFor({ state: "attached" })
      const press = (name: string) => getStep(page, name).getByRole("button").click()

      expect(await getStep(page, "Send").getByRole("button").isDisabled()).toBe(true)
      await press("Connect")
      await modal.dialog.getByRole("button", { name: /^Dev wallet/ }).click()
      await approve(page, "Connect to this site")
      await isDone("Connect")

      await press("Receive")
      await modal.heading("Receive").waitFor()
      await modal.button("Close").click()
      await isDone("Receive")

      await press("Send")
      await modal.dialog.getByRole("checkbox", { name: "I have checked this address" }).check()
      await modal.dialog.getByRole("button", { name: "Send", exact: true }).click()
      await approve(page, "Send a transaction")
      await isDone("Send")
      await modal.button("Close").click()

      await press("Swap")
      await modal.button("Review swap").click()
      await modal.dialog.getByRole("button", { name: "Swap", exact: true }).click()
      await page.getByRole("checkbox", { name: "I trust this contract" }).check()
      await approve(page, "Send a transaction")
      await isDone("Swap")
      await modal.button("Close").click()

      await press("Sign in")
      await modal.heading("Sign in with your wallet").waitFor()
      await modal.dialog
        .getByRole("button", { name: "Sign in", exact: true })
        .and(page.locator(":not([aria-disabled=true])"))
        .click()
      await approve(page, "Sign a message")
      await isDone("Sign in")
      await isDone("Send")

      await page.getByText("What was sent").click()
      await page.getByText(/^send, confirmed: 0x/).waitFor()
    },
  )

  story("takes its options from a link, and shows their code", async ({ visitor, world }) => {
    const page = await visitor.visit(makeDemoPage(world))
    const modal = getModalViews(page)
    await page.goto(`${page.url()}#accent=%23ffee00&features=receive`)
    const code = page.getByLabel("Code", { exact: true })
    await expect.poll(() => code.innerText()).toContain('accent: "#ffee00"')
    expect(await page.getByText(/^Low contrast: 1\.\d to 1 on the light theme/).isVisible()).toBe(true)
    expect(await page.getByRole("checkbox", { name: "Receive" }).isChecked()).toBe(false)
    await page.locator("summary", { hasText: "Text" }).click()
    await page.getByLabel("Language").selectOption("en-XA")
    expect(page.url()).toContain("language=en-XA")
    await page.getByRole("checkbox", { name: "Swap" }).uncheck()
    await expect.poll(() => code.innerText()).toContain("swaps: false")
    await page.locator("wmodal-button").click()
    // The pseudo language lengthens its texts.
    await modal.dialog.getByRole("heading", { level: 1 }).filter({ hasText: "ẋ" }).waitFor()
  })

  story("takes the options of a link that was entered while the page loads", async ({ visitor, world }) => {
    const page = await visitor.visit(makeDemoPage(world))
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route("**/config.json", async (route) => {
      await held
      await route.continue()
    })
    const requested = page.waitForRequest("**/config.json")
    await page.reload({ waitUntil: "commit" })
    await requested
    await page.evaluate(() => (location.hash = "#accent=%23ffee00"))
    release()
    const code = page.getByLabel("Code", { exact: true })
    await expect.poll(() => code.innerText()).toContain('accent: "#ffee00"')
  })

  story(
    "shows a chosen list of wallets and chains, and is accessible with every group open",
    async ({ visitor, world }) => {
      const page = await visitor.visit(makeDemoPage(world))
      const modal = getModalViews(page)
      for (const group of ["Networks", "Wallets"]) await page.locator("summary", { hasText: group }).click()
      await page.getByRole("combobox", { name: "Added by the page" }).selectOption("Acme Wallet")
      // A new modal has the option: the page has loaded again, with the group open.
      const featured = page.getByRole("combobox", { name: "Featured", exact: true })
      await page.waitForURL(/#custom=one$/)
      await featured.selectOption("Two wallets")
      await page.waitForURL(/custom=one/)
      await expect
        .poll(() => page.getByLabel("Code", { exact: true }).innerText())
        .toContain("featuredWallets")
      expect(await page.getByLabel("Code", { exact: true }).innerText()).toContain('name: "Acme Wallet"')
      await page.locator("wmodal-button").click()
      await modal.dialog.getByText("Acme Wallet").waitFor()
      await modal.dialog.getByText("Foxglove Key").waitFor()
      await modal.button("Close").click()
      await page.evaluate(() => {
        for (const group of document.querySelectorAll<HTMLDetailsElement>("#playground details"))
          group.open = true
      })
      expect(await findViolations(page)).toEqual([])
    },
  )

  story("makes the mock server fail, and shows its phone and emails", async ({ visitor, world }) => {
    const page = await visitor.visit(makeDemoPage(world))
    await page.getByLabel("What goes wrong").selectOption("down")
    await page.getByText("Now: the blockchain API is down.").waitFor()
    await page.getByText("A phone", { exact: true }).click()
    await page
      .frameLocator("iframe[title='The phone of the mock server']")
      .getByRole("textbox", { name: "Connect an app" })
      .waitFor()
    await page.getByText("All emails", { exact: true }).click()
    await page.getByText("No emails yet. Sign in with any address.").waitFor()
    expect(await findViolations(page)).toEqual([])
  })
})
