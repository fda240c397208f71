import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import * as z from "zod/mini"
import {
  getFrameApproval,
  openSiteOwner,
  pressInFrame,
  requestGreeting,
  signInByMail,
} from "../harness/embeddedSignIn.ts"
import { makeHostPage } from "../harness/hostPage.ts"
import { connectWallet, getModalViews } from "../harness/modal.ts"
import { story } from "../harness/story.ts"
import type { Shell } from "../harness/terminal.ts"

/** Returns the output of the built terminal for the endpoints of the story's world. */
const printPolicy = async (shell: Shell, ...flags: readonly string[]): Promise<string> => {
  const { code, stderr, stdout } = await shell.run(["csp", ...flags])
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  return stdout.trimEnd()
}

const recordViolations = (blank: Page) =>
  blank.addInitScript(() => {
    const violations: string[] = []
    Object.assign(globalThis, { violations })
    document.addEventListener("securitypolicyviolation", (event) => {
      violations.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`)
    })
  })

const getViolations = async (page: Page) =>
  z.array(z.string()).parse(await page.evaluate(() => Reflect.get(globalThis, "violations")))

/** Expects no violation, and an active policy that blocks other sources. */
const expectStrict = async (page: Page) => {
  expect(await getViolations(page)).toEqual([])
  await page.evaluate(() => fetch("http://unnamed.invalid").catch(() => {}))
  await expect.poll(() => getViolations(page)).toEqual(["connect-src: http://unnamed.invalid/ "])
}

describe("page with the policy of wmodal csp", () => {
  story("connects a wallet and shows the networks", async ({ shell, visitor, wallet, world }) => {
    const policy = await printPolicy(shell)
    const page = await visitor.visit(
      makeHostPage(world, { relay: true, secureSite: true, headers: { "content-security-policy": policy } }),
      recordViolations,
    )
    const modal = await connectWallet(page, wallet)
    await modal.accountButton().click()
    await modal.button(/Network Ethereum/).click()
    await modal.heading("Choose Network").waitFor()
    await modal.button("Close").click()
    await modal.dialog.waitFor({ state: "hidden" })
    await expectStrict(page)
  })

  story(
    "shows wallet images and the WalletConnect code",
    { tags: "full" },
    async ({ shell, visitor, world }) => {
      const policy = await printPolicy(shell)
      const page = await visitor.visit(
        makeHostPage(world, {
          relay: true,
          secureSite: true,
          headers: { "content-security-policy": policy },
        }),
        recordViolations,
      )
      const modal = getModalViews(page)
      await modal.connectButton.click()
      await modal.button("All wallets").click()
      const picture = modal.dialog.locator("img.picture").first()
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
        .toBe(true)
      await modal.button("Back").click()
      await modal.button("WalletConnect").click()
      await modal.dialog.getByRole("img", { name: /^QR code to scan/ }).waitFor()
      await expectStrict(page)
    },
  )

  story(
    "signs in by email and signs in the frame",
    { tags: "full" },
    async ({ outside, shell, visitor, world }) => {
      const policy = await printPolicy(shell)
      const page = await visitor.visit(
        makeHostPage(world, {
          relay: true,
          secureSite: true,
          headers: { "content-security-policy": policy },
        }),
        recordViolations,
      )
      await signInByMail(page, await openSiteOwner(outside, world))
      const { heard } = await requestGreeting(page)
      await page.locator("iframe").waitFor({ state: "visible" })
      await pressInFrame(getFrameApproval(page).approve)
      expect(await heard).toMatch(/^0x[\da-f]+$/)
      await expectStrict(page)
    },
  )

  story(
    "loads the modal from the host that --script-src names",
    async ({ shell, site, visitor, wallet, world }) => {
      const cdn = site.host({ headers: { "access-control-allow-origin": "*" } })
      const policy = await printPolicy(shell, "--script-src", `${cdn}/cdn/wmodal.js`)
      const host = makeHostPage(world, { headers: { "content-security-policy": policy } })
      const script = `${host.files?.["/host.js"]}`.replace("/cdn/wmodal.js", `${cdn}/cdn/wmodal.js`)
      const page = await visitor.visit(
        { ...host, files: { ...host.files, "/host.js": script } },
        recordViolations,
      )
      await connectWallet(page, wallet)
      await expectStrict(page)
    },
  )

  story(
    "connects a wallet with the element that --meta prints",
    async ({ shell, visitor, wallet, world }) => {
      const meta = await printPolicy(shell, "--meta")
      const host = makeHostPage(world)
      const html = `${host.files?.["/index.html"]}`.replace("<head>", `<head>${meta}`)
      const page = await visitor.visit(
        { ...host, files: { ...host.files, "/index.html": html } },
        recordViolations,
      )
      await connectWallet(page, wallet)
      await expectStrict(page)
    },
  )
})
