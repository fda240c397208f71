import { describe, expect } from "vitest"
import { firstAccount, secondAccount } from "../harness/modal.ts"
import {
  addStories,
  connectAcme,
  getLog,
  getState,
  makeWallet,
  type Situation,
} from "../harness/reportedSituations.ts"

const situations: readonly Situation[] = [
  {
    report: "wevm/wagmi/issues/3526",
    result: "connects and disconnects when the wallet cannot remove listeners",
    page: { before: makeWallet({ setup: "delete acme.removeListener" }) },
    run: async (page, modal) => {
      await connectAcme(modal)
      await page.evaluate(() => globalThis.modals[0]?.disconnect())
      await modal.connectButton.waitFor()
    },
  },
  ...[
    { order: "account first", names: ["accountsChanged", "chainChanged"] },
    { order: "network first", names: ["chainChanged", "accountsChanged"] },
  ].map(
    ({ order, names }): Situation => ({
      report: "thirdweb-dev/web3-onboard/issues/1385",
      result: `follows both when the wallet changes account and network at once, ${order}`,
      page: { before: makeWallet() },
      run: async (page, modal) => {
        await connectAcme(modal)
        await page.evaluate(
          (change) => {
            const wallet = globalThis.wallets["Acme"]
            if (wallet === undefined) return
            wallet.accounts = [change.address]
            wallet.chain = "0x89"
            for (const name of change.names)
              wallet.emit(name, name === "chainChanged" ? "0x89" : [change.address])
          },
          { address: secondAccount, names },
        )
        await expect
          .poll(() => getState(page))
          .toMatchObject({ status: "connected", address: secondAccount, network: "Polygon" })
      },
    }),
  ),
  {
    report: "wevm/wagmi/issues/4026",
    result: "takes the wallet's network when it changed between two visits",
    page: { before: makeWallet() },
    run: async (page, modal) => {
      await connectAcme(modal)
      await page.evaluate(() => Object.assign(globalThis.wallets["Acme"] ?? {}, { chain: "0x89" }))
      await page.reload()
      await modal.accountButton().waitFor()
      await expect.poll(() => getState(page)).toMatchObject({ status: "connected", network: "Polygon" })
      expect(await getLog(page)).not.toContain("eth_requestAccounts")
    },
  },
  {
    report: "MetaMask/metamask-sdk/issues/853",
    result: "offers to connect when the wallet no longer says its network after a reload",
    page: {
      before: makeWallet({
        answers: '{ eth_chainId: () => (sessionStorage.getItem("silent") ? undefined : "0x1") }',
      }),
    },
    run: async (page, modal) => {
      await connectAcme(modal)
      await page.evaluate(() => sessionStorage.setItem("silent", "yes"))
      await page.reload()
      await modal.connectButton.waitFor()
      await page.evaluate(() => sessionStorage.removeItem("silent"))
      await connectAcme(modal)
    },
  },
  {
    report: "wevm/wagmi/issues/2511",
    result: "restores the session when the wallet is announced after the modal was made",
    page: {
      before: `globalThis.tell = () => {${makeWallet()}}; if (!sessionStorage.getItem("late")) globalThis.tell()`,
    },
    run: async (page, modal) => {
      await connectAcme(modal)
      await page.evaluate(() => sessionStorage.setItem("late", "yes"))
      await page.reload()
      await expect.poll(() => page.evaluate(() => globalThis.modals?.[0]?.getState().engine)).toBe("ready")
      await page.evaluate(() => Reflect.get(globalThis, "tell")())
      await expect.poll(() => getState(page)).toMatchObject({ status: "connected" })
    },
  },
  {
    report: "wevm/wagmi/issues/3080",
    result: "connects again when the wallet is unlocked after the page was loaded",
    page: { before: makeWallet({ setup: 'if (sessionStorage.getItem("locked")) acme.accounts = []' }) },
    run: async (page, modal) => {
      await connectAcme(modal)
      await page.evaluate(() => sessionStorage.setItem("locked", "yes"))
      await page.reload()
      await expect.poll(async () => (await getLog(page)).includes("eth_accounts")).toBe(true)
      await page.evaluate((address) => {
        const wallet = globalThis.wallets["Acme"]
        if (wallet === undefined) return
        wallet.accounts = [address]
        wallet.emit("accountsChanged", [address])
      }, firstAccount)
      await expect.poll(() => getState(page)).toMatchObject({ status: "connected", address: firstAccount })
    },
  },
  {
    report: "wevm/wagmi/issues/4664",
    result: "says what is open when the page was reloaded under the wallet's prompt",
    page: {
      before: makeWallet({
        answers: `{ eth_requestAccounts: () => {
          if (!sessionStorage.getItem("open")) { sessionStorage.setItem("open", "yes"); return new Promise(() => {}) }
          throw Object.assign(new Error("Already processing eth_requestAccounts. Please wait."), { code: -32002 })
        } }`,
        setup: "acme.accounts = []",
      }),
    },
    run: async (page, modal) => {
      await modal.connectButton.click()
      await modal.row("Acme").click()
      await expect.poll(async () => (await getLog(page)).includes("eth_requestAccounts")).toBe(true)
      await page.reload()
      await modal.connectButton.click()
      await modal.row("Acme").click()
      await modal.text("Your wallet is waiting").waitFor()
    },
  },
  {
    report: "rainbow-me/rainbowkit/issues/1182",
    result: "asks the wallet that was pressed when another one took window.ethereum",
    page: {
      before: `${makeWallet()}${makeWallet({ name: "Rabid", setup: "acme.isMetaMask = true; window.ethereum = acme" })}`,
    },
    run: async (page, modal) => {
      await connectAcme(modal)
      expect(await getLog(page)).toContain("eth_requestAccounts")
      expect(await getLog(page, "Rabid")).not.toContain("eth_requestAccounts")
    },
  },
  {
    report: "RabbyHub/Rabby/issues/2046",
    result: "connects when window.ethereum is a getter that cannot be replaced",
    page: {
      before: makeWallet({
        setup: 'Object.defineProperty(window, "ethereum", { get: () => acme, configurable: false })',
      }),
    },
    run: (_, modal) => connectAcme(modal),
  },
  {
    report: "rainbow-me/rainbowkit/issues/2208",
    result: "lists a wallet once when window.ethereum wraps the announced one",
    page: {
      before: makeWallet({
        name: "MetaMask",
        setup: "acme.isMetaMask = true; window.ethereum = new Proxy(acme, {})",
      }),
    },
    run: async (_, modal) => {
      await modal.connectButton.click()
      await modal.text("Wallets found: 2").waitFor({ state: "attached" })
      expect(await modal.row("MetaMask|Browser").count()).toBe(1)
    },
  },
  {
    report: "rainbow-me/rainbowkit/issues/2383",
    result: "throws nothing into the page when a request is declined on a small screen",
    page: {
      before: makeWallet({
        answers:
          "{ eth_requestAccounts: () => { throw Object.assign(new Error('User rejected the request.'), { code: 4001 }) } }",
      }),
    },
    before: (page) => page.setViewportSize({ width: 375, height: 667 }),
    run: async (_, modal) => {
      await modal.connectButton.click()
      await modal.row("Acme").click()
      await modal.text("Connection declined").waitFor()
      await modal.button("Try again").waitFor()
    },
  },
  {
    report: "rainbow-me/rainbowkit/issues/1144",
    result: "throws nothing into the page when the wallet declines after the modal was closed",
    page: {
      before: makeWallet({
        answers:
          "{ eth_requestAccounts: () => new Promise((_, refuse) => { globalThis.refuse = () => refuse({ code: 4001 }) }) }",
      }),
    },
    run: async (page, modal) => {
      await modal.connectButton.click()
      await modal.row("Acme").click()
      await expect.poll(async () => (await getLog(page)).includes("eth_requestAccounts")).toBe(true)
      await modal.button("Close").click()
      await modal.dialog.waitFor({ state: "hidden" })
      await page.evaluate(() => Reflect.get(globalThis, "refuse")())
      await modal.connectButton.click()
      await modal.row("Acme").waitFor()
    },
  },
  {
    report: "rainbow-me/rainbowkit/issues/1176",
    result: "stays closed after a disconnect, and connects again",
    page: { before: makeWallet() },
    run: async (page, modal) => {
      for (const _ of [1, 2, 3]) {
        await connectAcme(modal)
        await modal.dialog.waitFor({ state: "hidden" })
        await page.evaluate(() => globalThis.modals[0]?.disconnect())
        await modal.connectButton.waitFor()
        expect(await getState(page)).toMatchObject({ status: "disconnected", open: false })
      }
    },
  },
  {
    report: "rainbow-me/rainbowkit/issues/1548",
    result: "opens again when it was closed after a wallet was picked",
    page: { before: makeWallet({ answers: "{ eth_requestAccounts: () => new Promise(() => {}) }" }) },
    run: async (_, modal) => {
      for (const _ of [1, 2]) {
        await modal.connectButton.click()
        await modal.row("Acme").click()
        await modal.button("Close").click()
        await modal.dialog.waitFor({ state: "hidden" })
      }
    },
  },
  {
    report: "family/connectkit/issues/160",
    result: "closes after connecting when the page opened it by a method",
    page: { before: makeWallet() },
    run: async (page, modal) => {
      await page.evaluate(() => globalThis.modals[0]?.open())
      await modal.row("Acme").click()
      await modal.accountButton().waitFor()
      await modal.dialog.waitFor({ state: "hidden" })
      expect(await getState(page)).toMatchObject({ open: false })
    },
  },
]

describe("wallet of a public report", () => {
  addStories(situations)
})
