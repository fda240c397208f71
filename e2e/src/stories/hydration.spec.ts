import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect } from "vitest"
import { connectWallet, firstAccount, getModalViews } from "../harness/modal.ts"
import { buildReactApp, type HostReact, type ReactApp, reactVersions } from "../harness/reactPage.ts"
import { makeServedPage } from "../harness/servedPage.ts"
import { story } from "../harness/story.ts"
import { toTestTags } from "../harness/testTags.ts"

const label = "0xf3...b92266"

/** Records, from the first frame on, each text of some page elements, and each layout shift. */
const recordPage = () => {
  const shown: Record<string, string[]> = {}
  const shifts: number[] = []
  Object.assign(globalThis, { shown, shifts })
  const look = () => {
    for (const selector of [
      "wmodal-button",
      "wmodal-network-button",
      "#status",
      "#address",
      "#network",
      "#wallet",
    ]) {
      const element = document.querySelector(selector)
      const text = (element?.shadowRoot ?? element)?.textContent
      if (!text) continue
      const texts = (shown[selector] ??= [])
      if (texts.at(-1) !== text) texts.push(text)
    }
  }
  const each = () => {
    look()
    requestAnimationFrame(each)
  }
  each()
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if ("value" in entry) shifts.push(Number(entry.value))
  }).observe({ type: "layout-shift", buffered: true })
}

const getRecorded = (page: Page): Promise<{ shown: Record<string, string[]>; shifts: number[] }> =>
  page.evaluate(() => ({
    shown: Reflect.get(globalThis, "shown"),
    shifts: Reflect.get(globalThis, "shifts"),
  }))

/** Returns the messages of React, the browser and the modal, without those of every development build. */
const filterComplaints = (said: readonly string[]) =>
  said.filter((line) => !/Download the React DevTools|\[wmodal\] No blockchain endpoint/.test(line))

const apps = new Map<HostReact, ReactApp>()

/** Builds the whole modal, which can exceed a test's timeout on a busy machine. */
const setupApp = (react: HostReact) =>
  beforeAll(async () => {
    apps.set(react, await buildReactApp(react))
  }, 180_000)

afterAll(async () => {
  for (const app of apps.values()) await app.remove()
})

const test = story.extend("open", async ({ visitor, world }) => {
  return async (react: HostReact, cookie: boolean) => {
    const app = apps.get(react)
    if (app === undefined) throw new Error(`No app was built with React ${react}.`)
    const host = makeServedPage(app, world, { cookie })
    const said: string[] = []
    const page = await visitor.visit(host, async (blank) => {
      blank.on("console", (message) => said.push(`${message.type()}: ${message.text()}`))
      await blank.addInitScript(recordPage)
    })
    return { page, said }
  }
})

for (const react of reactVersions)
  describe(`server-rendered page with React ${react}`, toTestTags(false), () => {
    setupApp(react)

    test("hydrates without warnings, connects a wallet and signs", async ({ open, wallet }) => {
      const { page, said } = await open(react, true)
      expect((await getRecorded(page)).shown["wmodal-button"]).toEqual(["Connect wallet"])
      await connectWallet(page, wallet)
      await expect.poll(() => page.locator("#address").innerText()).toBe(firstAccount)
      await expect.poll(() => page.locator("#status").innerText()).toBe("connected")
      const message = "0x6869"
      const signed = page.evaluate(
        async ([message, account]) => {
          const provider = globalThis.modals[0]?.getProvider("eip155") as {
            request(call: object): Promise<unknown>
          }
          return provider.request({ method: "personal_sign", params: [message, account] })
        },
        [message, firstAccount],
      )
      const prompt = await wallet.promptAfter(() => getModalViews(page).button("Continue").click())
      await prompt.approve()
      expect(await signed).toMatch(/^0x[0-9a-f]{130}$/)
      expect(filterComplaints(said)).toEqual([])
    })

    test("shows a returning visitor the same account from the first byte on", async ({ open, wallet }) => {
      const { page, said } = await open(react, true)
      await connectWallet(page, wallet)
      await expect.poll(() => page.evaluate(() => document.cookie)).toContain(`eip155:1:${firstAccount}/`)

      // The server's HTML, before any script has run.
      const held = Promise.withResolvers<void>()
      await page.route("**/client.js", async (route) => {
        await held.promise
        await route.continue()
      })
      await page.reload({ waitUntil: "commit" })
      await page.locator("wmodal-button").getByText(label).waitFor()
      expect(await page.locator("#status").innerText()).toBe("connecting")
      expect(await page.locator("#network").innerText()).toBe("Ethereum")
      held.resolve()

      await getModalViews(page).accountButton().waitFor()
      await expect.poll(() => page.locator("#status").innerText()).toBe("connected")
      const { shown, shifts } = await getRecorded(page)
      expect(shown).toEqual({
        "wmodal-button": [label],
        "wmodal-network-button": ["Ethereum"],
        "#status": ["connecting", "connected"],
        "#address": [firstAccount],
        "#network": ["Ethereum"],
        "#wallet": ["wmodal Dev Wallet"],
      })
      expect(shifts).toEqual([])
      expect(filterComplaints(said)).toEqual([])
    })

    test("reports a disconnect and forgets the session when it cannot be restored", { tags: "full" }, async ({
      open,
      wallet,
    }) => {
      const { page, said } = await open(react, true)
      await connectWallet(page, wallet)
      await expect.poll(() => page.evaluate(() => document.cookie)).toContain(firstAccount)
      // An open page receives the change at once.
      const { href } = new URL(page.url())
      await page.goto("about:blank")
      await wallet.lock()
      await page.goto(href)
      const modal = getModalViews(page)
      await modal.connectButton.waitFor()
      // React draws the page's own texts later than the modal its button.
      await expect
        .poll(async () => (await getRecorded(page)).shown["#status"])
        .toEqual(["connecting", "disconnected"])
      const { shown } = await getRecorded(page)
      expect(shown["wmodal-button"]).toEqual([label, "Connect wallet"])
      await modal.connectButton.click()
      await modal.text(/is locked/).waitFor()
      await expect.poll(() => page.evaluate(() => document.cookie)).not.toContain("wmodal=")
      expect(filterComplaints(said)).toEqual([])
    })

    test("renders a tampered cookie as for a first visitor", async ({ open }) => {
      const { page, said } = await open(react, true)
      await page.evaluate(() => {
        document.cookie = "wmodal=1|eip155:1|eip155:1:<img src=x onerror=alert(1)>/a/b; Path=/"
      })
      await page.reload()
      await getModalViews(page).connectButton.waitFor()
      expect((await getRecorded(page)).shown["#status"]).toEqual(["disconnected"])
      expect(filterComplaints(said)).toEqual([])
    })

    test("hydrates as for a first visitor without the cookie, and then shows the account", {
      tags: "full",
    }, async ({ open, wallet }) => {
      const { page, said } = await open(react, false)
      await connectWallet(page, wallet)
      await page.reload()
      await getModalViews(page).accountButton().waitFor()
      await expect
        .poll(async () => (await getRecorded(page)).shown["#status"])
        .toEqual(["disconnected", "connecting", "connected"])
      expect((await getRecorded(page)).shown["#address"]).toEqual(["none", firstAccount])
      expect(await page.evaluate(() => document.cookie)).toBe("")
      expect(filterComplaints(said)).toEqual([])
    })
  })
