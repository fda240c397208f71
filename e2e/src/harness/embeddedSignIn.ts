import { openStoryWorld, type SiteControl } from "@wmodal/mock-server/story"
import type { Locator, Page } from "playwright-core"
import { expect } from "vitest"
import type { MockOutside } from "./mockOutside.ts"
import { getModalViews, type ModalViews } from "./modal.ts"
import { requestOnPage } from "./pageRequests.ts"
import type { TestWorld } from "./testWorld.ts"

/** Opens the inbox of a world's users. */
export const openSiteOwner = async (
  { control }: MockOutside,
  { projectId }: TestWorld,
): Promise<SiteControl> => (await openStoryWorld({ control, projectId, networks: ["eip155:1"] })).site

/** Returns the page's own button while an embedded wallet is connected. */
export const getEmbeddedButton = (page: Page): Locator =>
  page.getByRole("button", { name: /0x[\da-f]{2}.+[\da-f]{6}/i })

/** Returns the address that the page received. */
export const getEmbeddedAddress = (page: Page): Promise<string> =>
  page.evaluate(() => globalThis.modals[0]?.getAccount("eip155")?.address ?? "")

/** Returns the modal's own dialog, not that of the embedded wallet's frame. */
export const getModalDialog = (page: Page): Locator =>
  page.getByRole("dialog").filter({ hasNot: page.locator("iframe") })

/** Returns the prompt of the embedded wallet in its frame. */
export const getFrameApproval = (page: Page) => {
  const frame = page.frameLocator("iframe")
  return {
    approve: frame.getByRole("button", { name: "Approve" }),
    decline: frame.getByRole("button", { name: "Decline" }),
    text: (text: string | RegExp) => frame.getByText(text),
    main: frame.getByRole("main"),
  }
}

/**
 * Moves the pointer onto a control inside a frame of another site. The browser routes input to such a frame by its last
 * drawn layout, so a move right after the frame has appeared or moved can go to the page below.
 */
export const hoverInFrame = async (control: Locator): Promise<void> => {
  await expect
    .poll(async () => {
      await control.hover({ force: true })
      return control.evaluate((element) => element.matches(":hover"))
    })
    .toBe(true)
}

/**
 * Presses such a control as a user does: the pointer comes first, and the press follows once the control takes it, where
 * the pointer is. A click of the locator could scroll the frame first, and the frame takes no press while it moves.
 */
export const pressInFrame = async (control: Locator): Promise<void> => {
  await expect
    .poll(
      async () => {
        await control.hover({ force: true })
        return control.evaluate((element) => element.matches(":hover") && element.ariaDisabled !== "true")
      },
      { interval: 250 },
    )
    .toBe(true)
  const { mouse } = control.page()
  await mouse.down()
  await mouse.up()
}

/** Returns the field of the embedded wallet's frame for an emailed code. */
export const getFrameCodeField = (page: Page): Locator =>
  page.frameLocator("iframe").getByRole("textbox", { name: "Code, six digits" })

/** Waits until the page asks for the emailed code. A new device is confirmed by the link of an email first. */
export const reachCode = async (page: Page, site: SiteControl, email: string): Promise<Locator> => {
  const code = getFrameCodeField(page)
  const device = getModalDialog(page).getByRole("heading", { name: "Register Device" })
  // Locators of two frames cannot be combined.
  await Promise.any([code.waitFor(), device.waitFor()])
  if (await device.isVisible()) await site.openLink(email)
  await code.waitFor()
  return code
}

/** Signs in by an emailed code, from the page's button to an account. */
export const signInByMail = async (
  page: Page,
  site: SiteControl,
  email = "ada@example.com",
): Promise<ModalViews> => {
  const modal = getModalViews(page)
  await modal.connectButton.click()
  const field = modal.dialog.getByRole("textbox", { name: "Email address" })
  await field.fill(email)
  await field.press("Enter")
  const code = await reachCode(page, site, email)
  await code.fill(await site.fetchCode(email))
  await getEmbeddedButton(page).waitFor()
  return modal
}

/** Requests a signature from the page and continues to the embedded wallet. @returns the page's result. */
export const requestGreeting = async (page: Page): Promise<{ readonly heard: Promise<string> }> => {
  const heard = requestOnPage(page, {
    method: "personal_sign",
    params: ["0x48656c6c6f", await getEmbeddedAddress(page)],
  })
  await getModalDialog(page).getByRole("button", { name: "Continue", exact: true }).click()
  await getFrameApproval(page).approve.waitFor()
  return { heard }
}
