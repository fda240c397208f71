import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import {
  getEmbeddedAddress,
  getFrameApproval,
  getModalDialog,
  openSiteOwner,
  pressInFrame,
  requestGreeting,
  signInByMail,
} from "../harness/embeddedSignIn.ts"
import { makeHostPage } from "../harness/hostPage.ts"
import { requestOnPage } from "../harness/pageRequests.ts"
import { story } from "../harness/story.ts"

/** An account that is not deployed yet signs by ERC-6492, whose magic ends the signature. */
const smartAccountSignature = /^0x[\da-f]+(?:6492){16}$/

/** Hides the part of the frame that shows who asks, and for what. */
const clipFrame = (page: Page, clipPath: string) =>
  page.locator("iframe").evaluate((frame, path) => {
    if (frame instanceof HTMLElement) frame.style.clipPath = path
  }, clipPath)

/** Covers the frame's upper half with an element that lets every press through. */
const coverFrame = (page: Page) =>
  page.evaluate(() => {
    const cover = document.createElement("div")
    cover.popover = "manual"
    cover.style.cssText =
      "position:fixed;inset:0 0 50% 0;width:100vw;height:50vh;margin:0;background:#fff;pointer-events:none"
    document.body.append(cover)
    cover.showPopover()
  })

describe("embedded wallet's approval on a hostile page", () => {
  story(
    "is not given while the page clips or covers the frame, and is given in a window of its own",
    { tags: "full" },
    async ({ outside, visitor, world }) => {
      const site = await openSiteOwner(outside, world)
      const page = await visitor.visit(makeHostPage(world, { secureSite: true }))
      await signInByMail(page, site)
      const { heard } = await requestGreeting(page)
      const { approve, text } = getFrameApproval(page)
      const open = page.frameLocator("iframe").getByRole("button", { name: "Review in a window" })
      for (const attack of [() => clipFrame(page, "inset(60% 0 0 0)"), () => coverFrame(page)]) {
        await approve.and(page.frameLocator("iframe").locator(":enabled")).waitFor()
        await attack()
        await open.waitFor()
        expect(await approve.isEnabled()).toBe(false)
        await clipFrame(page, "none")
      }

      const opened = page.waitForEvent("popup")
      await pressInFrame(open)
      const own = await opened
      await own.getByText(new URL(page.url()).origin).waitFor()
      await own.getByText("Hello").waitFor()
      await own.getByRole("button", { name: "Approve" }).click()
      expect(await heard).toMatch(smartAccountSignature)
      await text("Hello").waitFor({ state: "hidden" })
    },
  )

  story(
    "requires the act of each warning for a digest that the page's review let through",
    { tags: "full" },
    async ({ outside, visitor, world }) => {
      const site = await openSiteOwner(outside, world)
      const page = await visitor.visit(makeHostPage(world, { secureSite: true }))
      await signInByMail(page, site)
      const heard = requestOnPage(page, {
        method: "personal_sign",
        params: [`0x${"a1".repeat(32)}`, await getEmbeddedAddress(page)],
      })
      const dialog = getModalDialog(page)
      await dialog.getByRole("checkbox", { name: "I know what I sign" }).check()
      await dialog.getByRole("button", { name: "Continue", exact: true }).click()
      const { approve } = getFrameApproval(page)
      const act = page.frameLocator("iframe").getByRole("checkbox", { name: "I know what I sign" })
      await act.waitFor()
      expect(await approve.isEnabled()).toBe(false)
      await pressInFrame(act)
      await pressInFrame(approve)
      expect(await heard).toMatch(smartAccountSignature)
    },
  )
})
