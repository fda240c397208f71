import { describe, expect } from "vitest"
import type { HostPageOptions } from "../harness/hostPage.ts"
import { addStories, connectAcme, makeWallet, type Situation } from "../harness/reportedSituations.ts"
import type { TestWorld } from "../harness/testWorld.ts"

const withRelay = ({ directory, relay }: TestWorld): HostPageOptions => ({
  before: makeWallet(),
  options: { endpoints: { directory, relay } },
})

const situations: readonly Situation[] = [
  {
    report: "rainbow-me/rainbowkit/issues/2167",
    result: "lets every wallet be pressed on a phone in landscape at a zoom of 125 %",
    page: {
      before: Array.from({ length: 12 }, (_, i) =>
        makeWallet({ name: i === 11 ? "Acme" : `Wallet${i}` }),
      ).join(""),
    },
    before: (page) => page.setViewportSize({ width: 740, height: 320 }),
    run: async (page, modal) => {
      await modal.connectButton.click()
      const box = await modal.button("Close").boundingBox()
      expect(box?.y).toBeGreaterThanOrEqual(0)
      await modal.row("Wallet0").hover()
      const row = modal.row("Acme")
      await row.waitFor({ state: "attached" })
      await expect
        .poll(async () => {
          await page.mouse.wheel(0, 200)
          const place = await row.boundingBox()
          return place !== null && place.y >= 0 && place.y + place.height <= 320
        })
        .toBe(true)
      await row.click()
      await modal.accountButton().waitFor()
    },
  },
  {
    report: "rainbow-me/rainbowkit/pull/998",
    result: "shows the way out and every network when a small screen has forty of them",
    page: {
      before: makeWallet(),
      moreNetworks: Array.from({ length: 40 }, (_, i) => ({
        id: 90_000 + i,
        caipNetworkId: `eip155:${90_000 + i}` as const,
        chainNamespace: "eip155" as const,
        name: `Net ${i}`,
        nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
        rpcUrls: { default: { http: ["https://node.example"] } },
      })),
    },
    before: (page) => page.setViewportSize({ width: 375, height: 600 }),
    run: async (page, modal) => {
      await modal.networkButton("Ethereum").or(modal.networkButton("Select Network")).click()
      await modal.button("Ethereum").first().hover()
      const close = await modal.button("Close").boundingBox()
      expect(close !== null && close.y >= 0 && close.y < 600).toBe(true)
      const last = modal.button("Net 39")
      await expect
        .poll(async () => {
          await page.mouse.wheel(0, 600)
          const place = await last.boundingBox()
          return place !== null && place.y >= 0 && place.y + place.height <= 600
        })
        .toBe(true)
    },
  },
  {
    report: "reown-com/appkit/issues/1371",
    result: "opens when the page has defined one of its element names before",
    page: {
      before: `${makeWallet()}customElements.define("wmodal-network-button", class extends HTMLElement {})`,
    },
    run: (_, modal) => connectAcme(modal),
  },
  {
    report: "lifinance/widget/pull/407",
    result: "keeps what is typed when a dialog of the page takes the focus back, by event and every 50 ms",
    page: {
      before: `${makeWallet()}
addEventListener("DOMContentLoaded", () => {
  const trap = document.createElement("div")
  trap.innerHTML = '<div tabindex="-1" role="group"><input aria-label="Trap"></div>'
  document.body.append(trap)
  const hold = () => {
    if (document.activeElement && !trap.contains(document.activeElement)) trap.firstElementChild.focus()
  }
  document.addEventListener("focusin", hold)
  document.addEventListener("keydown", (event) => { if (event.key === "Tab") hold() }, true)
  setInterval(() => { if (document.activeElement?.tagName === "BODY") hold() }, 50)
})`,
    },
    run: async (_, modal) => {
      await modal.connectButton.dispatchEvent("click")
      await modal
        .button(/All wallets|Search/i)
        .first()
        .click()
      const search = modal.dialog.getByRole("searchbox").or(modal.dialog.getByRole("textbox")).first()
      await search.click()
      await search.pressSequentially("metamask", { delay: 40 })
      expect(await search.inputValue()).toBe("metamask")
    },
  },
  {
    report: "wevm/wagmi/issues/4475",
    result: "connects when localStorage is an object without methods",
    page: {
      before: `${makeWallet()}Object.defineProperty(window, "localStorage", { value: {}, configurable: true })`,
    },
    run: (_, modal) => connectAcme(modal),
  },
  {
    report: "WalletConnect/walletconnect-monorepo/issues/3650",
    result: "connects in a frame that may not store anything",
    page: {
      before: `
if (top === self) addEventListener("DOMContentLoaded", () => {
  document.body.innerHTML = '<iframe sandbox="allow-scripts" src="/index.html" style="width:900px;height:700px"></iframe>'
})
else { Object.defineProperty(window, "sessionStorage", { value: { getItem: () => null, setItem() {} } }); ${makeWallet()} }`,
      headers: { "access-control-allow-origin": "*" },
    },
    run: async (page) => {
      const frame = page.frameLocator("iframe")
      await frame.getByRole("button", { name: "Connect wallet" }).click()
      await frame.getByRole("dialog").getByRole("button", { name: /Acme/ }).click()
      await frame.getByRole("button", { name: /0xf3.+2266|vera/ }).waitFor()
    },
  },
  {
    report: "WalletConnect/walletconnect-monorepo/issues/2727",
    result: "stores no more with every reload",
    world: withRelay,
    run: async (page, modal) => {
      const measure = async () => {
        await page.reload()
        await modal.connectButton.click()
        await modal.row("WalletConnect").click()
        await modal.button(/Copy/).waitFor()
        return page.evaluate(() => JSON.stringify({ ...localStorage }).length)
      }
      const first = await measure()
      let last = first
      for (const _ of [1, 2]) last = await measure()
      expect(last - first).toBeLessThan(200)
    },
  },
  {
    report: "reown-com/appkit/issues/1443",
    result: "offers no link to copy before there is a code",
    world: withRelay,
    before: (page) => page.routeWebSocket(/./, () => {}),
    run: async (_, modal) => {
      await modal.connectButton.click()
      await modal.row("WalletConnect").click()
      await modal
        .heading(/WalletConnect|Scan/i)
        .first()
        .waitFor()
      const copy = modal.button(/Copy/)
      expect((await copy.count()) === 0 || (await copy.first().isDisabled())).toBe(true)
    },
  },
  ...["required", "optional"].map(
    (kind): Situation => ({
      report: "reown-com/appkit/issues/3574",
      result: `signs nobody out when the page is only loaded (sign-in is ${kind})`,
      page: { before: makeWallet(), siwx: { required: kind === "required" } },
      run: async (page, modal) => {
        const sent: string[] = []
        page.on("request", (request) => sent.push(request.url()))
        await page.reload()
        await modal.connectButton.click()
        await modal.row("Acme").waitFor()
        expect(sent.filter((url) => /sign-?out/.test(url))).toEqual([])
      },
    }),
  ),
  {
    report: "reown-com/appkit/issues/1792",
    result: "asks for the signature again when the page was reloaded before it",
    page: { before: makeWallet({ answers: "{ personal_sign: () => new Promise(() => {}) }" }), siwx: {} },
    run: async (page, modal) => {
      await modal.connectButton.click()
      await modal.row("Acme").click()
      await modal.heading("Sign in with your wallet").waitFor()
      await page.reload()
      await modal.heading("Sign in with your wallet").waitFor()
    },
  },
  {
    report: "reown-com/appkit/issues/3008",
    result: "asks for the signature at the next connection when the page disconnected the wallet",
    page: { before: makeWallet({ answers: "{ personal_sign: () => new Promise(() => {}) }" }), siwx: {} },
    run: async (page, modal) => {
      for (const _ of [1, 2]) {
        await modal.connectButton.click()
        await modal.row("Acme").click()
        await modal.heading("Sign in with your wallet").waitFor()
        await page.evaluate(() => globalThis.modals[0]?.disconnect())
        await modal.dialog.waitFor({ state: "hidden" })
      }
    },
  },
]

describe("page of a public report", () => {
  addStories(situations)
})
