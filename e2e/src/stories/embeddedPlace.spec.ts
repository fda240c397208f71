import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { makeHostPage } from "../harness/hostPage.ts"
import { getModalViews } from "../harness/modal.ts"
import { story } from "../harness/story.ts"

const isOpen = (page: Page) => page.evaluate(() => globalThis.modals[0]?.getState().open)

/** Returns the card of an embedded modal in the page's place for it. */
const getCard = (page: Page) =>
  page.locator("wmodal-modal").getByRole("region", { name: "Connect Wallet", exact: true })

/** Puts a place into a shadow root of the page. */
const addPlace = (page: Page) =>
  page.evaluate(() => {
    const section = document.createElement("section")
    section.attachShadow({ mode: "open" }).append(document.createElement("wmodal-modal"))
    document.querySelector("main")?.append(section)
  })

const removePlace = (page: Page) => page.evaluate(() => document.querySelector("section")?.remove())

describe("embedded modal", () => {
  story(
    "goes to the page's place for it whenever that comes, and is a dialog without",
    async ({ visitor, world }) => {
      const page = await visitor.visit(makeHostPage(world, { options: { embedded: true } }))
      const modal = getModalViews(page)
      await expect.poll(() => page.evaluate(() => globalThis.modals[0]?.getState().engine)).toBe("ready")
      expect(await isOpen(page)).toBe(false)
      await modal.connectButton.click()
      await modal.row().waitFor()
      await modal.button("Close").click()
      await modal.dialog.waitFor({ state: "detached" })

      await modal.connectButton.click()
      await modal.row().waitFor()
      await addPlace(page)
      await getCard(page).waitFor()
      expect(await modal.dialog.count()).toBe(0)
      expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe("")

      await removePlace(page)
      await expect.poll(() => isOpen(page)).toBe(false)
      expect(await page.locator("wmodal-host section, dialog[open]").count()).toBe(0)
      await addPlace(page)
      await getCard(page).waitFor()
      expect(await isOpen(page)).toBe(true)
    },
  )

  story("keeps its view when the page renders or moves its place anew", async ({ visitor, world }) => {
    const page = await visitor.visit(makeHostPage(world, { options: { embedded: true } }))
    await addPlace(page)
    const list = page.locator("wmodal-modal").getByRole("region", { name: "All Wallets" })
    await getCard(page)
      .getByRole("button", { name: /All wallets/ })
      .click()
    await list.waitFor()
    const renders: Readonly<Record<string, () => void>> = {
      replaces: () =>
        document
          .querySelector("section")
          ?.shadowRoot?.replaceChildren(document.createElement("wmodal-modal")),
      moves: () => document.querySelector("main")?.prepend(document.querySelector("section") ?? ""),
      empties: () => document.querySelector("section")?.shadowRoot?.firstElementChild?.replaceChildren(),
      "renders later": () => {
        const section = document.querySelector("section")
        section?.remove()
        setTimeout(() => document.body.append(section ?? ""), 50)
      },
    }
    for (const run of Object.values(renders)) {
      await page.evaluate(run)
      await list.waitFor()
    }
    expect(await isOpen(page)).toBe(true)
  })
})
