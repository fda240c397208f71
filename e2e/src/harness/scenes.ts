import type { Page } from "playwright-core"
import type { HostPageOptions } from "./hostPage.ts"
import { connectWallet, firstAccount, getModalViews, toAccountLabel, walletName } from "./modal.ts"
import type { ExtensionWallet } from "./wallet.ts"

/** One picture of the modal: the page's options, and the steps to its view. */
export interface Scene {
  readonly name: string
  readonly page: HostPageOptions
  readonly go: (page: Page, wallet: ExtensionWallet) => Promise<unknown>
}

const requestSignature = async (page: Page, wallet: ExtensionWallet) => {
  const modal = getModalViews(page)
  await modal.connectButton.click()
  return { modal, prompt: await wallet.promptAfter(() => modal.row().click()) }
}

/** Makes a script that ends timeouts of this many milliseconds at once. */
const withoutWaits = (milliseconds: number) => `
const wait = globalThis.setTimeout
globalThis.setTimeout = (run, ms, ...rest) => wait(run, ms === ${milliseconds} ? 0 : ms, ...rest)
`

/** The views that need a page and a wallet. The gallery has the others. */
export const scenes: readonly Scene[] = [
  {
    name: "Connect",
    page: {},
    go: async (page) => {
      const modal = getModalViews(page)
      await modal.connectButton.click()
      await modal.row().waitFor()
    },
  },
  {
    name: "ConnectingExternal",
    page: {},
    go: async (page, wallet) => {
      const { modal } = await requestSignature(page, wallet)
      await modal.heading(`Open ${walletName} to continue`).waitFor()
    },
  },
  {
    name: "ConnectingExternal-slow",
    page: { before: withoutWaits(60_000) },
    go: async (page, wallet) => {
      const { modal } = await requestSignature(page, wallet)
      await modal.heading(`Still waiting for ${walletName}`).waitFor()
    },
  },
  {
    name: "ConnectingExternal-declined",
    page: {},
    go: async (page, wallet) => {
      const { modal, prompt } = await requestSignature(page, wallet)
      await prompt.decline()
      await modal.text("Connection declined").waitFor()
    },
  },
  {
    name: "Connect-late",
    page: {},
    go: async (page, wallet) => {
      const { modal, prompt } = await requestSignature(page, wallet)
      await modal.button("Cancel").click()
      await prompt.approve()
      await modal.text(`${walletName} approved late`).waitFor()
    },
  },
  {
    name: "Connect-not-restored",
    page: {},
    go: async (page, wallet) => {
      const modal = await connectWallet(page, wallet)
      await page.goto("about:blank")
      await wallet.lock()
      await page.goBack()
      await modal.connectButton.click()
      await modal.text(`${walletName} is locked`).waitFor()
    },
  },
  {
    name: "Account",
    page: {},
    go: async (page, wallet) => {
      const modal = await connectWallet(page, wallet)
      await modal.accountButton().click()
      await modal.text("10,000.00 ETH").waitFor()
    },
  },
  {
    name: "Account-NFTs",
    page: {},
    go: async (page, wallet) => {
      const modal = await connectWallet(page, wallet)
      await modal.accountButton().click()
      await modal.tab("NFTs").click()
      await modal.listItem("Mock Collectible").first().waitFor()
    },
  },
  {
    name: "Account-activity",
    page: {},
    go: async (page, wallet) => {
      const modal = await connectWallet(page, wallet)
      await modal.accountButton().click()
      await modal.tab("Activity").click()
      await modal.listItem("Mock Collectible").first().waitFor()
    },
  },
  {
    name: "Account-without-history",
    page: { options: { features: { history: false } } },
    go: async (page, wallet) => {
      const modal = await connectWallet(page, wallet)
      await modal.accountButton().click()
      await modal.listItem("10,000.00 ETH").waitFor()
    },
  },
  {
    name: "Profile",
    page: {},
    go: async (page, wallet) => {
      const modal = await connectWallet(page, wallet)
      await modal.accountButton().click()
      await modal.button("Accounts").click()
      await modal.heading("Accounts").waitFor()
      await modal.button(toAccountLabel(firstAccount)).waitFor()
    },
  },
  {
    name: "AccountSettings",
    page: {},
    go: async (page, wallet) => {
      const modal = await connectWallet(page, wallet)
      await modal.accountButton().click()
      await modal.button("Settings").click()
      await modal.text(walletName).waitFor()
    },
  },
  {
    name: "Transactions",
    page: {},
    go: async (page, wallet) => {
      const modal = await connectWallet(page, wallet)
      await modal.accountButton().click()
      await modal.button("Settings").click()
      await modal.button("Activity").click()
      await modal.listItem("Mock Collectible").first().waitFor()
    },
  },
  {
    name: "Transaction",
    page: {},
    go: async (page, wallet) => {
      const modal = await connectWallet(page, wallet)
      await modal.accountButton().click()
      await modal.tab("Activity").click()
      await modal.listItem("Mock Collectible").first().getByRole("button").click()
      await modal.heading("Confirmed").waitFor()
    },
  },
  {
    name: "Networks",
    page: { networks: ["ethereum", "polygon", "base", "sepolia"] },
    go: async (page, wallet) => {
      const modal = await connectWallet(page, wallet)
      await modal.networkButton("Ethereum").click()
      await modal.button(/Polygon/).waitFor()
    },
  },
  {
    name: "SwitchNetwork",
    page: {},
    go: async (page, wallet) => {
      const modal = await connectWallet(page, wallet)
      await modal.networkButton("Ethereum").click()
      await wallet.promptAfter(() => modal.button(/Polygon/).click())
      await modal.heading("Approve in your wallet").waitFor()
    },
  },
  {
    name: "SwitchNetwork-declined",
    page: {},
    go: async (page, wallet) => {
      const modal = await connectWallet(page, wallet)
      await modal.networkButton("Ethereum").click()
      const prompt = await wallet.promptAfter(() => modal.button(/Polygon/).click())
      await prompt.decline()
      await modal.text("Switch declined").waitFor()
    },
  },
  {
    name: "UnsupportedChain",
    page: {},
    go: async (page, wallet) => {
      const modal = await connectWallet(page, wallet)
      await modal.accountButton().click()
      await wallet.selectChain(11155111)
      await modal.text("This site does not support").waitFor()
    },
  },
  {
    name: "NoAdapter",
    page: { chains: [] },
    go: async (page) => {
      const modal = getModalViews(page)
      await modal.connectButton.click()
      await modal.text("Adapter not found").waitFor()
    },
  },
  {
    name: "NoProjectId",
    page: { options: { projectId: "" } },
    go: async (page) => {
      const modal = getModalViews(page)
      await modal.connectButton.click()
      await modal.text("Project ID Not Configured").waitFor()
    },
  },
]
