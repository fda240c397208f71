import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { makeDemoPage } from "../harness/demoPage.ts"
import { connectWallet, firstAccount, getModalViews } from "../harness/modal.ts"
import { story } from "../harness/story.ts"

/** Requests two signatures at once, without waiting. */
const requestTwice = (page: Page) =>
  page.evaluate((account) => {
    const provider = globalThis.modals[0]?.getProvider("eip155")
    if (
      typeof provider !== "object" ||
      provider === null ||
      !("request" in provider) ||
      typeof provider.request !== "function"
    )
      return
    for (const text of ["The first letter", "The second letter"])
      provider.request({ method: "personal_sign", params: [text, account] }).catch(() => {})
  }, firstAccount)

/**
 * Presses a button as soon as a message appears above it, like a user who was about to press another one.
 * @returns whether it was inactive then, and is still shown.
 */
const pressOnce = (page: Page, said: string, name: string) =>
  page.evaluate(
    ({ said, name }) =>
      new Promise<boolean>((done) => {
        const within = (root: ParentNode): readonly Element[] =>
          [...root.querySelectorAll("*")].flatMap((one) => [
            one,
            ...(one.shadowRoot === null ? [] : within(one.shadowRoot)),
          ])
        const look = () => {
          const all = within(document)
          const says = all.some((one) => one.childElementCount === 0 && one.textContent === said)
          const button = all.find((one) => one instanceof HTMLButtonElement && one.textContent === name)
          if (!says || !(button instanceof HTMLButtonElement)) {
            requestAnimationFrame(look)
            return
          }
          const isInactive = button.getAttribute("aria-disabled") === "true"
          button.click()
          requestAnimationFrame(() => requestAnimationFrame(() => done(isInactive && button.isConnected)))
        }
        look()
      }),
    { said, name },
  )

describe("queued requests of a page", () => {
  story(
    "ignores a press that was meant for the previous request",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeDemoPage(world))
      await connectWallet(page, wallet)
      const modal = getModalViews(page)
      await requestTwice(page)
      await modal.text("1 more request is pending").waitFor()
      expect(await modal.text("The first letter").count()).toBe(1)
      await modal.button("Reject").click()
      expect(await pressOnce(page, "The second letter", "Continue")).toBe(true)
      const prompt = await wallet.promptAfter(() => modal.button("Continue").click())
      expect(await prompt.text()).toContain("The second letter")
      await prompt.approve()
      await modal.dialog.waitFor({ state: "hidden" })
    },
  )
})
