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

/** Puts the page's clock forward, and that of whoever else dates things with it. */
const advanceClock = async (
  page: Page,
  milliseconds: number,
  { control }: MockOutside,
  { projectId }: TestWorld,
) => {
  await page.clock.fastForward(milliseconds)
  // Or the page is one of the future, whose tokens are not valid yet.
  const wallShift = (await page.evaluate(() => Date.now())) - Date.now() + 1000
  const body = JSON.stringify({ wallShift })
  await fetch(`${control}/worlds/${projectId}/clock`, { method: "POST", body })
}

/** How the code is called to who cannot see it. */
const qrCodeLocator = { name: /^QR code to scan/ }

describe("a wallet on a phone", () => {
  story(
    "nothing of WalletConnect is loaded, and no relay asked, before it is picked",
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
      `a camera reads the code off the screen: ${themeMode}`,
      toTestTags(themeMode === "light"),
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
    "is opened by its link, once there is one, and again by hand",
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
      expect(await page.evaluate(() => globalThis.openings.map(({ url }) => url))).toEqual([
        opened?.url,
        opened?.url,
      ])
      await phone.setPolicy("approve")
      await phone.scan(new URL(opened?.url ?? "").searchParams.get("uri") ?? "")
      await modal.accountButton().waitFor()
    },
  )

  story(
    "on an iPhone the link is there before the tap, and the app opens inside it",
    async ({ visitor, world }) => {
      const page = await visitor.visit(makeHostPage(world, { relay: true }), emulatePhone("iphone"))
      const sockets: string[] = []
      page.on("websocket", (socket) => sockets.push(socket.url()))
      const modal = getModalViews(page)
      await modal.connectButton.click()
      // Connect alone has asked the relay.
      await expect.poll(() => sockets.length).toBe(1)
      await modal.row("Copperfinch").and(page.locator(":not([aria-busy=true], [aria-disabled=true])")).click()
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
      `a relay that refuses the page is named by its alert: ${title}`,
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

  story("without a relay there is none, and the page is told so", async ({ visitor, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const modal = getModalViews(page)
    await modal.connectButton.click()
    await modal.row().waitFor()
    expect(await modal.button("WalletConnect").count()).toBe(0)
    await page.evaluate(() => globalThis.modals[0]?.open("ConnectingWalletConnectBasic"))
    await modal.dialog.getByText("WalletConnectConnector not found").waitFor()
  })
})

describe("a user without a wallet", () => {
  story("is led from the code to a few wallets, and to where one of them is", async ({ visitor, world }) => {
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
  })
})

describe("a code that nobody scans", () => {
  clockedStory(
    "a new one is shown before it dies, and the old one still connects",
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
    "after the last of them nothing is asked any more, until a person asks again",
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
