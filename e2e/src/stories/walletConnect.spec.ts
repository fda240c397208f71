import { openStoryWorld, type PhoneControl } from "@wmodal/mock-server/story"
import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { clockedStory } from "../harness/clockedStory.ts"
import { emulatePhone } from "../harness/emulatePhone.ts"
import { makeHostPage } from "../harness/hostPage.ts"
import type { MockOutside } from "../harness/mockOutside.ts"
import { getModalViews } from "../harness/modal.ts"
import { scanCode, scanUntilRead } from "../harness/scan.ts"
import { story } from "../harness/story.ts"
import { toTestTags } from "../harness/testTags.ts"
import type { TestWorld } from "../harness/testWorld.ts"

const openPhoneOwner = async (outside: MockOutside, { projectId }: TestWorld): Promise<PhoneControl> => {
  const { phone } = await openStoryWorld({
    control: outside.control,
    projectId,
    networks: ["eip155:1"],
  })
  return phone
}

/** Advances the clocks of the page and of the world. */
const advanceClock = async (
  page: Page,
  milliseconds: number,
  { control }: MockOutside,
  { projectId }: TestWorld,
) => {
  await page.clock.fastForward(milliseconds)
  // Otherwise the page would be in the future, with tokens that are not valid yet.
  const wallShift = (await page.evaluate(() => Date.now())) - Date.now() + 1000
  const body = JSON.stringify({ wallShift })
  await fetch(`${control}/worlds/${projectId}/clock`, { method: "POST", body })
}

/** The accessible name of the code. */
const qrCodeLocator = { name: /^QR code to scan/ }

describe("phone wallet", () => {
  story(
    "loads no WalletConnect code and contacts no relay before its selection",
    { tags: "full" },
    async ({ visitor, world }) => {
      const asked: string[] = []
      const page = await visitor.visit(makeHostPage(world, { relay: true }), async (blank) => {
        blank.on("request", (request) => asked.push(request.url()))
        blank.on("websocket", (socket) => asked.push(socket.url()))
      })
      const modal = getModalViews(page)
      await modal.connectButton.click()
      await modal.button("All wallets").waitFor()
      const late = /walletconnect|[?&]auth=/i
      expect(asked.filter((url) => late.test(url))).toEqual([])
      await modal.button("WalletConnect").click()
      await modal.dialog.getByRole("img", qrCodeLocator).waitFor()
      expect(asked.filter((url) => late.test(url))).not.toEqual([])
    },
  )

  for (const themeMode of ["light", "dark"] as const) {
    story(
      `shows a code that a camera reads: ${themeMode}`,
      { tags: "full" },
      async ({ outside, visitor, world }) => {
        const phone = await openPhoneOwner(outside, world)
        const page = await visitor.visit(makeHostPage(world, { relay: true, themeMode }))
        const modal = getModalViews(page)
        await modal.connectButton.click()
        await modal.button("WalletConnect").click()
        await modal.dialog.getByRole("img", qrCodeLocator).waitFor()
        const link = await scanUntilRead(page)
        await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
        await modal.button("Copy link").click()
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
        await phone.setPolicy("approve")
        await phone.scan(link)
        await modal.accountButton().waitFor()
      },
    )
  }

  story(
    "opens the phone wallet by its link automatically, and again on request",
    { tags: "full" },
    async ({ outside, visitor, world }) => {
      const phone = await openPhoneOwner(outside, world)
      const page = await visitor.visit(makeHostPage(world, { relay: true }), emulatePhone("android"))
      const modal = getModalViews(page)
      await modal.connectButton.click()
      await modal.row("Copperfinch").click()
      await modal.button("Open Copperfinch").waitFor()
      await expect.poll(() => page.evaluate(() => globalThis.openings.length)).toBe(1)
      const [opened] = await page.evaluate(() => globalThis.openings)
      expect(opened).toMatchObject({
        url: expect.stringMatching(/^copperfinch:\/\/wc\?uri=wc%3A/),
        target: "_self",
      })
      await modal.button("Open Copperfinch again").click()
      await expect
        .poll(() => page.evaluate(() => globalThis.openings.map(({ url }) => url)))
        .toEqual([opened?.url, opened?.url])
      await phone.setPolicy("approve")
      await phone.scan(new URL(opened?.url ?? "").searchParams.get("uri") ?? "")
      await modal.accountButton().waitFor()
    },
  )

  for (const { kind, place, tags } of [
    { kind: "iphone", place: "on an iPhone", tags: [] },
    { kind: "ipad", place: "on an iPad", tags: ["full"] },
    { kind: "iosChrome", place: "in Chrome on an iPhone", tags: ["full"] },
    { kind: "androidWebView", place: "in a web view of Android", tags: ["full"] },
  ] as const)
    story(
      `prepares the link before the tap ${place}, and opens the app inside it`,
      { tags: [...tags] },
      async ({ visitor, world }) => {
        const page = await visitor.visit(makeHostPage(world, { relay: true }), emulatePhone(kind))
        const sockets: string[] = []
        page.on("websocket", (socket) => sockets.push(socket.url()))
        const modal = getModalViews(page)
        await modal.connectButton.click()
        // Only Connect has contacted the relay.
        await expect.poll(() => sockets.length).toBe(1)
        await modal
          .row("Copperfinch")
          .and(page.locator(":not([aria-busy=true], [aria-disabled=true])"))
          .click()
        await expect
          .poll(() => page.evaluate(() => globalThis.openings[0]?.url))
          .toMatch(/^copperfinch:\/\/wc\?uri=wc/)
        expect(await page.evaluate(() => globalThis.openings[0]?.tapped)).toBe(true)
      },
    )

  for (const { kind, title } of [
    { kind: "originNotAllowed", title: "Invalid App Configuration" },
    { kind: "jwtNotYetValid", title: "Session Expired" },
    { kind: "invalidKey", title: "Invalid Project ID" },
  ] as const) {
    story(
      `shows the alert of a relay rejection: ${title}`,
      toTestTags(kind === "originNotAllowed"),
      async ({ plan, visitor, world }) => {
        await plan([{ match: { path: "/" }, fault: { kind } }])
        const page = await visitor.visit(makeHostPage(world, { relay: true }))
        const modal = getModalViews(page)
        await modal.connectButton.click()
        await modal.button("WalletConnect").click()
        await modal.dialog.getByText(title, { exact: true }).first().waitFor()
      },
    )
  }

  story("omits WalletConnect without a relay, and reports that to the page", async ({ visitor, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const modal = getModalViews(page)
    await modal.connectButton.click()
    await modal.row().waitFor()
    expect(await modal.button("WalletConnect").count()).toBe(0)
    await page.evaluate(() => globalThis.modals[0]?.open("ConnectingWalletConnectBasic"))
    await modal.dialog.getByText("WalletConnectConnector not found").waitFor()
  })
})

describe("user without a wallet", () => {
  story(
    "offers a few wallets from the code's view, with links to install them",
    async ({ visitor, world }) => {
      const page = await visitor.visit(makeHostPage(world, { relay: true }))
      const modal = getModalViews(page)
      await modal.connectButton.click()
      await modal.button("WalletConnect").click()
      await modal.button("No wallet yet?").click()
      await modal.heading("Get a wallet").waitFor()
      const offered = modal.dialog.getByRole("list", { name: "Wallets" }).getByRole("button")
      await offered.first().waitFor()
      expect(await offered.count()).toBeLessThanOrEqual(4)
      await offered.first().click()
      await modal.heading(/^Get (?!a wallet)/).waitFor()
      const links = modal.dialog.getByRole("listitem").getByRole("link")
      await links.first().waitFor()
      for (const link of await links.all()) expect(await link.getAttribute("href")).toMatch(/^https:\/\//)
    },
  )
})

describe("unused QR code", () => {
  clockedStory(
    "shows a new code before the old one expires, which still connects",
    { tags: "full" },
    async ({ outside, patient, world }) => {
      const phone = await openPhoneOwner(outside, world)
      const page = await patient.visit(makeHostPage(world, { relay: true }))
      await advanceClock(page, 0, outside, world)
      const modal = getModalViews(page)
      await modal.connectButton.click()
      await modal.button("WalletConnect").click()
      await modal.dialog.getByRole("img", qrCodeLocator).waitFor()
      const first = await scanUntilRead(page)
      await advanceClock(page, 211_000, outside, world)
      await expect.poll(() => scanCode(page, page)).not.toBe(first)
      await phone.setPolicy("approve")
      await phone.scan(first)
      await modal.accountButton().waitFor()
      expect(await phone.asked()).toBe(1)
    },
  )

  clockedStory(
    "sends no request after the last code, until the user requests one",
    { tags: "full" },
    async ({ outside, patient, world }) => {
      const page = await patient.visit(makeHostPage(world, { relay: true }))
      await advanceClock(page, 0, outside, world)
      const modal = getModalViews(page)
      await modal.connectButton.click()
      await modal.button("WalletConnect").click()
      const image = modal.dialog.getByRole("img", qrCodeLocator)
      await image.waitFor()
      for (let codes = 1; codes < 5; codes += 1) {
        const before = await scanUntilRead(page)
        await advanceClock(page, 211_000, outside, world)
        await expect.poll(() => scanCode(page, page)).not.toBe(before)
      }
      await advanceClock(page, 241_000, outside, world)
      await image.waitFor({ state: "detached" })
      await modal.button("Show a new code").click()
      await image.waitFor()
    },
  )
})
