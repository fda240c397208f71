import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { clockedStory as story } from "../harness/clockedStory.ts"
import {
  getEmbeddedButton,
  openSiteOwner,
  reachCode,
  requestGreeting,
  signInByMail,
} from "../harness/embeddedSignIn.ts"
import { makeHostPage } from "../harness/hostPage.ts"
import { getModalViews } from "../harness/modal.ts"

const halfMinuteMs = 30_000
const heartbeatMs = 15_000

/** Opens the form before the email address is sent. */
const openEmailForm = async (page: Page) => {
  const modal = getModalViews(page)
  await modal.connectButton.click()
  const field = modal.dialog.getByRole("textbox", { name: "Email address" })
  await field.fill("ada@example.com")
  return { modal, field }
}

describe("unresponsive secure site", () => {
  story(
    "reports a frame that cannot be loaded, with an alert that names a possible reason",
    { tags: "full" },
    async ({ patient, plan, world }) => {
      await plan([{ match: { path: "/sdk" }, fault: { kind: "hang" } }])
      const page = await patient.visit(makeHostPage(world, { secureSite: true }))
      const { field, modal } = await openEmailForm(page)
      await field.press("Enter")
      await page.locator("iframe").waitFor({ state: "attached" })
      await page.clock.fastForward(halfMinuteMs + 1000)
      await modal.text("Unable to load email login dependency").waitFor()
      await modal.text("Invalid App Configuration").waitFor()
      expect(await field.inputValue()).toBe("ada@example.com")
    },
  )

  story("reports a missing frame script within seconds", { tags: "full" }, async ({ patient, world }) => {
    const page = await patient.visit(makeHostPage(world, { secureSite: true }), async (blank) => {
      await blank.route("**/frame/sdk.js", (route) => route.fulfill({ status: 404 }))
    })
    const { field, modal } = await openEmailForm(page)
    const began = await page.evaluate(() => Date.now())
    const missing = page.waitForResponse("**/frame/sdk.js")
    await field.press("Enter")
    await missing
    // The load event follows, and its ten seconds begin with it.
    await expect
      .poll(async () => {
        await page.clock.fastForward(1000)
        return modal.text("Unable to load email login dependency").isVisible()
      })
      .toBe(true)
    expect(await page.evaluate((began) => Date.now() - began, began)).toBeLessThan(halfMinuteMs)
  })

  story(
    "reports a missing response after half a minute",
    { tags: "full" },
    async ({ patient, plan, world }) => {
      await plan([{ match: { path: "/wallet/connect-email" }, fault: { kind: "hang" } }])
      const page = await patient.visit(makeHostPage(world, { secureSite: true }))
      const { field, modal } = await openEmailForm(page)
      const asked = page
        .context()
        .waitForEvent("request", (request) => request.url().endsWith("/connect-email"))
      await field.press("Enter")
      await asked
      await page.clock.fastForward(halfMinuteMs + 1000)
      await modal.text("Something went wrong").waitFor()
      await modal.text("Invalid App Configuration").waitFor()
    },
  )

  story("offers another code only after the delay", { tags: "full" }, async ({ outside, patient, world }) => {
    const site = await openSiteOwner(outside, world)
    const page = await patient.visit(makeHostPage(world, { secureSite: true }))
    const { field } = await openEmailForm(page)
    await field.press("Enter")
    const code = await reachCode(page, site, "ada@example.com")
    const frame = page.frameLocator("iframe")
    const another = frame.getByRole("button", { name: "Send another code" })
    const first = await site.fetchCode("ada@example.com")
    await another.click()
    await frame.getByText(/^Please try again after \d+ seconds$/).waitFor()
    // The site's clock has not advanced.
    await site.expireCodes()
    await another.click()
    await expect.poll(() => site.fetchCode("ada@example.com")).not.toBe(first)
    await code.fill(first)
    await frame.getByText("This code is wrong").waitFor()
    await code.fill(await site.fetchCode("ada@example.com"))
    await getEmbeddedButton(page).waitFor()
  })
})

describe("unresponsive frame", () => {
  story(
    "reloads the frame three times during a request, and then locks the session",
    { tags: "full" },
    async ({ outside, patient, world }) => {
      const site = await openSiteOwner(outside, world)
      const page = await patient.visit(makeHostPage(world, { secureSite: true }))
      await signInByMail(page, site)
      const loads: string[] = []
      page.on("request", (request) => {
        if (request.url().includes("/sdk?")) loads.push(request.url())
      })
      const { heard } = await requestGreeting(page)
      await site.frame("freeze")
      await expect
        .poll(
          async () => {
            await page.clock.fastForward(heartbeatMs)
            return page.evaluate(() => globalThis.modals[0]?.getState().status)
          },
          { interval: 200 },
        )
        .toBe("disconnected")
      expect(loads).toHaveLength(3)
      expect(await heard).toContain("Something went wrong")
      await getModalViews(page).connectButton.click()
      await page.getByRole("dialog").getByText("Session locked").waitFor()
      await site.frame("thaw")
      await page.reload()
      await getEmbeddedButton(page).waitFor()
    },
  )
})
