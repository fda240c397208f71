import { bitcoinAccounts, solanaAccounts } from "@wmodal/mock-server/story"
import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { type HostPageOptions, makeHostPage } from "../harness/hostPage.ts"
import { connectWallet, firstAccount, getModalViews, toAccountLabel, walletName } from "../harness/modal.ts"
import { story } from "../harness/story.ts"

const [vera] = solanaAccounts
const { segwit, taproot } = bitcoinAccounts.mainnet[0] ?? { segwit: "", taproot: "" }
const { segwit: payee } = bitcoinAccounts.mainnet[1] ?? { segwit: "" }

const threeChainPage: HostPageOptions = {
  chains: ["evm", "solana", "bitcoin"],
  networks: ["ethereum", "solana", "bitcoin"],
}
const makeChainPage = (...chains: readonly ("solana" | "bitcoin")[]): HostPageOptions => ({
  chains,
  networks: chains,
})

/** Runs on the page: sends a request by the modal's provider. @returns the result as JSON, or the code of the error. */
const requestFromProvider = (page: Page, namespace: string, method: string, given: unknown) =>
  page.evaluate(
    async ([name, called, input]) => {
      const provider: unknown = globalThis.modals[0]?.getProvider(name)
      const isProvider = (
        it: unknown,
      ): it is Readonly<Record<string, (given: unknown) => Promise<unknown>>> =>
        typeof it === "object" && it !== null && called in it
      if (!isProvider(provider)) return "no provider"
      try {
        const answer = await provider[called]?.(Array.isArray(input) ? Uint8Array.from(input) : input)
        return answer instanceof Uint8Array ? [...answer] : answer
      } catch (thrown) {
        return typeof thrown === "object" && thrown !== null && "code" in thrown ? thrown.code : "no code"
      }
    },
    [namespace, method, given] as const,
  )

/** Returns the modal's loaded files with texts of Solana and Bitcoin wallets and nodes. */
const getOtherChainFiles = (page: Page) =>
  page.evaluate(async () => {
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name)
    const files = loaded.filter((name) => /\/cdn\/.*\.js$/.test(name))
    const code = await Promise.all(files.map(async (file) => (await fetch(file)).text()))
    const others = /solana:sign|bitcoin:sign|wallet-standard:|getLatestBlockhash|witnessUtxo/
    return files.filter((_, at) => others.test(code[at] ?? ""))
  })

describe("multichain wallet", () => {
  story("appears as one row with a chain choice", async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world, threeChainPage))
    const modal = getModalViews(page)
    await modal.connectButton.click()
    const row = modal.row().filter({ hasText: "Ethereum, Solana, Bitcoin" })
    await row.waitFor()
    expect(await modal.row().count()).toBe(1)
    await row.click()
    await modal.heading("Select chain").waitFor()
    const choice = modal.dialog.getByRole("list", { name: "Chains" }).getByRole("button")
    await expect.poll(() => choice.count()).toBe(3)
    const prompt = await wallet.promptAfter(() => choice.filter({ hasText: "Solana" }).click())
    expect(await prompt.text()).toContain(vera)
    await prompt.approve()
    await page.getByRole("button", { name: toAccountLabel(vera) }).waitFor()
    const accounts = () =>
      page.evaluate(() =>
        ["eip155", "solana", "bip122"].map((name) => globalThis.modals[0]?.getAccount(name)?.address ?? null),
      )
    expect(await accounts()).toEqual([null, vera, null])

    await modal.networkButton("Solana").click()
    await modal.button(/^Bitcoin/).click()
    await modal.text("Bitcoin needs a wallet").waitFor()
    await modal.listItem("Solana").waitFor()
    await modal.button("Connect a wallet").click()
    await (await wallet.promptAfter(() => modal.row().click())).approve()
    await page.getByRole("button", { name: toAccountLabel(segwit) }).waitFor()
    expect(await accounts()).toEqual([null, vera, segwit])
  })
})

describe("Solana requests of a dApp", () => {
  story(
    "explains a transaction first, and stops one that cannot be decoded",
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world, makeChainPage("solana")))
      const modal = getModalViews(page)
      await modal.connectButton.click()
      await (await wallet.promptAfter(() => modal.row().click())).approve()
      await page.getByRole("button", { name: toAccountLabel(vera) }).waitFor()

      const signed = requestFromProvider(page, "solana", "signMessage", "Hello from Solana")
      await modal.text("Hello from Solana").waitFor()
      const proceed = modal.dialog.getByRole("button", { name: "Continue", exact: true })
      await (await wallet.promptAfter(() => proceed.click())).approve()
      expect(await signed).toHaveLength(64)

      const bytes = Array.from({ length: 40 }, (_, at) => (at * 37) % 256)
      const blind = requestFromProvider(page, "solana", "signMessage", bytes)
      await proceed.waitFor()
      await proceed.press("Enter")
      expect(await proceed.getAttribute("aria-disabled")).toBe("true")
      await modal.button("Reject").click()
      expect(await blind).toBe(4001)
      expect(await requestFromProvider(page, "solana", "signTransaction", [1, 2, 3])).toBe(-32602)
    },
  )
})

describe("Bitcoin requests of a dApp", () => {
  story("explains recipient and amount first", async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world, makeChainPage("bitcoin")))
    const modal = getModalViews(page)
    await modal.connectButton.click()
    await (await wallet.promptAfter(() => modal.row().click())).approve()
    await page.getByRole("button", { name: toAccountLabel(segwit) }).waitFor()
    const addresses = await requestFromProvider(page, "bip122", "getAccountAddresses", undefined)
    expect(addresses).toMatchObject([{ address: segwit }, { address: taproot }])

    const paid = requestFromProvider(page, "bip122", "sendTransfer", { recipient: payee, amount: "1500000" })
    await modal.text("0.015 BTC").first().waitFor()
    await modal.button("Reject").click()
    expect(await paid).toBe(4001)

    const message = { address: segwit, message: "Hello from Bitcoin" }
    const signed = requestFromProvider(page, "bip122", "signMessage", message)
    await modal.text("Hello from Bitcoin").waitFor()
    const proceed = modal.dialog.getByRole("button", { name: "Continue", exact: true })
    await (await wallet.promptAfter(() => proceed.click())).approve()
    expect(await signed).toMatch(/^[A-Za-z0-9+/]{80,}={0,2}$/)
  })
})

/** Malicious wallets of the Wallet Standard, registered as soon as the page listens. */
const hostileStandardWallets = `
const register = (wallet) => {
  const tell = ({ register }) => { try { register(wallet) } catch {} }
  addEventListener("wallet-standard:app-ready", ({ detail }) => tell(detail))
  dispatchEvent(new CustomEvent("wallet-standard:register-wallet", { detail: tell }))
}
const svg = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>"
const standard = (name, more) => ({
  version: "1.0.0", name, icon: svg, chains: ["solana:mainnet"], accounts: [],
  features: {
    "standard:connect": { version: "1.0.0", connect: async () => ({ accounts: [] }) },
    "standard:events": { version: "1.0.0", on: () => () => {} },
    "solana:signMessage": { version: "1.0.0", signMessage: async () => [] },
    "solana:signTransaction": { version: "1.0.0", signTransaction: async () => [] },
  },
  ...more,
})
const throwing = new Proxy({}, {
  get() { throw new Error("from the wallet") },
  has() { throw new Error("from the wallet") },
  ownKeys() { throw new Error("from the wallet") },
})
for (const odd of [null, undefined, 7, "wallet", {}, throwing, standard(7), standard("", {})]) register(odd)
register(standard("Endless", { chains: new Proxy([], { get: (list, key) => key === "length" ? 4294967295 : "solana:mainnet" }) }))
register(standard("Throwing features", { features: throwing }))
register(standard("Script icon", { icon: "javascript:globalThis.pwned=1" }))
register(standard("No address", {
  features: {
    ...standard("").features,
    "standard:connect": { version: "1.0.0", connect: async () => ({ accounts: [{ address: "0x0", publicKey: new Uint8Array(3), chains: ["solana:mainnet"], features: [] }] }) },
  },
}))
dispatchEvent(new CustomEvent("wallet-standard:register-wallet", { detail: "nothing" }))
dispatchEvent(new Event("wallet-standard:register-wallet"))
`

describe("invalid registered wallets", () => {
  story(
    "excludes them or shows their error, and connects the real one",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(
        makeHostPage(world, { ...makeChainPage("solana"), before: hostileStandardWallets }),
      )
      const modal = getModalViews(page)
      await modal.connectButton.click()
      await modal.row().waitFor()
      await modal.row("No address").click()
      await modal.button("Try again").waitFor()
      expect(await page.evaluate(() => globalThis.modals[0]?.getAccount("solana"))).toBeNull()
      await modal.button("Back").click()
      await (await wallet.promptAfter(() => modal.row().click())).approve()
      await page.getByRole("button", { name: toAccountLabel(vera) }).waitFor()
      expect(await page.evaluate(() => "pwned" in globalThis)).toBe(false)
      expect(await getOtherChainFiles(page)).not.toEqual([])
    },
  )
})

describe("EVM-only page", () => {
  story(
    "lists no other wallet, and loads no files of other chains",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world, { before: hostileStandardWallets }))
      const modal = await connectWallet(page, wallet)
      await modal.accountButton(firstAccount).click()
      await modal.text("10,000.00 ETH").waitFor()
      expect(await getOtherChainFiles(page)).toEqual([])
      await modal.disconnect()
      await modal.connectButton.click()
      await modal.row().waitFor()
      const names = await modal.dialog
        .getByRole("list", { name: "Wallets" })
        .getByRole("button")
        .allInnerTexts()
      expect(names.filter((name) => name.includes(walletName))).toHaveLength(1)
      expect(names.join()).not.toMatch(/No address|Endless|Script icon/)
    },
  )
})
