import type { Locator, Page } from "playwright-core"
import { describe, expect } from "vitest"
import {
  getEmbeddedAddress,
  getFrameApproval,
  getModalDialog,
  hoverInFrame,
  openSiteOwner,
  pressInFrame,
  requestGreeting,
  signInByMail,
} from "../harness/embeddedSignIn.ts"
import { makeHostPage } from "../harness/hostPage.ts"
import { requestOnPage } from "../harness/pageRequests.ts"
import { story } from "../harness/story.ts"

declare global {
  var frameBack: (() => void) | undefined
}

/** An account that is not deployed yet signs by ERC-6492, whose magic ends the signature. */
const smartAccountSignature = /^0x[\da-f]+(?:6492){16}$/

/** Hides the part of the frame that shows who asks, and for what. */
const clipFrame = (page: Page, clipPath: string) =>
  page.locator("iframe").evaluate((frame, path) => {
    if (frame instanceof HTMLElement) frame.style.clipPath = path
  }, clipPath)

/** The page moves the modal's whole dialog, and with it the frame. */
const moveFrame = (page: Page, translate: string) =>
  getFrameDialog(page).evaluate((dialog, to) => {
    if (!(dialog instanceof HTMLElement)) return
    dialog.style.transition = dialog.style.animation = "none"
    dialog.style.translate = to
    globalThis.frameBack = () => {
      dialog.style.translate = "none"
    }
  }, translate)

/** The page takes every press for itself, and brings the frame back by it. */
const takePresses = (page: Page) =>
  page.evaluate(() => {
    for (const name of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"])
      addEventListener(
        name,
        (event) => {
          globalThis.frameBack?.()
          event.stopImmediatePropagation()
        },
        { capture: true },
      )
  })

const zoomFrame = (page: Page, zoom: string) =>
  page.locator("iframe").evaluate((frame, to) => {
    if (frame instanceof HTMLElement) frame.style.setProperty("zoom", to)
  }, zoom)

const getFrameDialog = (page: Page): Locator =>
  page.getByRole("dialog").filter({ has: page.locator("iframe") })

const getCentre = async (control: Locator) => {
  const box = await control.boundingBox()
  if (box === null) throw new Error("The control is not drawn")
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

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
        await approve.waitFor()
        await attack()
        await open.waitFor()
        expect(await approve.isVisible()).toBe(false)
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
    "is not given by presses that the page leads to a frame that was out of reach, or that is too small to be read",
    { tags: "full" },
    async ({ outside, visitor, world }) => {
      const site = await openSiteOwner(outside, world)
      const page = await visitor.visit(makeHostPage(world, { secureSite: true }))
      await signInByMail(page, site)
      const small = await requestGreeting(page)
      const { approve } = getFrameApproval(page)
      await zoomFrame(page, "0.5")
      await page.frameLocator("iframe").getByRole("button", { name: "Review in a window" }).waitFor()
      expect(await approve.isVisible()).toBe(false)
      await zoomFrame(page, "1")
      await pressInFrame(approve)
      expect(await small.heard).toMatch(smartAccountSignature)

      const moved = await requestGreeting(page)
      const target = await getCentre(approve)
      await takePresses(page)
      // Ready in another place, to be brought below the pointer by the first press of two. That one is outside the card,
      // where it closes the request, whatever the page does with it.
      await moveFrame(page, "-200px 0")
      await hoverInFrame(approve)
      await page.frameLocator("iframe").locator("#approve[aria-disabled=false]").waitFor()
      await page.mouse.dblclick(target.x, target.y)
      expect(await moved.heard).toContain("4001")
    },
  )

  story(
    "names the header of a page that separates the window from the frame",
    { tags: "full" },
    async ({ outside, visitor, world }) => {
      const site = await openSiteOwner(outside, world)
      const headers = { "cross-origin-opener-policy": "same-origin" }
      const page = await visitor.visit(makeHostPage(world, { secureSite: true, headers }))
      await signInByMail(page, site)
      const { heard } = await requestGreeting(page)
      await coverFrame(page)
      const opened = page.context().waitForEvent("page")
      await pressInFrame(page.frameLocator("iframe").getByRole("button", { name: "Review in a window" }))
      const own = await opened
      visitor.follow(own)
      await own.getByText("Cross-Origin-Opener-Policy").waitFor()
      const { decline, text } = getFrameApproval(page)
      await text("Cross-Origin-Opener-Policy").waitFor()
      await pressInFrame(decline)
      expect(await heard).toContain("4001")
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
