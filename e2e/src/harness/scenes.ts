import type { Page } from "playwright-core"
import type { HostPage } from "./hostPage.ts"
import { connect, modalOn, walletName } from "./modal.ts"
import type { Wallet } from "./wallet.ts"

/** One picture of the modal: what the page passes, and how a person gets there. */
interface Scene {
  readonly name: string
  readonly page: HostPage
  readonly go: (page: Page, wallet: Wallet) => Promise<unknown>
}

const ask = async (page: Page, wallet: Wallet) => {
  const modal = modalOn(page)
  await modal.connectButton.click()
  return { modal, prompt: await wallet.promptAfter(() => modal.row().click()) }
}

/** Every view of the modal, and what else a person may see in it. */
export const scenes: readonly Scene[] = [
  {
    name: "Connect",
    page: {},
    go: async (page) => {
      const modal = modalOn(page)
      await modal.connectButton.click()
      await modal.row().waitFor()
    },
  },
  {
    name: "ConnectingExternal",
    page: {},
    go: async (page, wallet) => {
      const { modal } = await ask(page, wallet)
      await modal.heading(`Open ${walletName} to continue`).waitFor()
    },
  },
  {
    name: "ConnectingExternal-declined",
    page: {},
    go: async (page, wallet) => {
      const { modal, prompt } = await ask(page, wallet)
      await prompt.decline()
      await modal.text("Connection declined").waitFor()
    },
  },
  {
    name: "Connect-late",
    page: {},
    go: async (page, wallet) => {
      const { modal, prompt } = await ask(page, wallet)
      await modal.button("Cancel").click()
      await prompt.approve()
      await modal.text(`${walletName} approved after all`).waitFor()
    },
  },
  {
    name: "Account",
    page: {},
    go: async (page, wallet) => {
      const modal = await connect(page, wallet)
      await modal.accountButton().click()
      await modal.text("10,000 ETH").waitFor()
    },
  },
  {
    name: "Networks",
    page: { networks: ["ethereum", "polygon", "base", "sepolia"] },
    go: async (page, wallet) => {
      const modal = await connect(page, wallet)
      await modal.networkButton("Ethereum").click()
      await modal.heading("Choose network").waitFor()
    },
  },
  {
    name: "SwitchNetwork",
    page: {},
    go: async (page, wallet) => {
      const modal = await connect(page, wallet)
      await modal.networkButton("Ethereum").click()
      await wallet.promptAfter(() => modal.button(/Polygon/).click())
      await modal.heading("Approve in your wallet").waitFor()
    },
  },
  {
    name: "SwitchNetwork-declined",
    page: {},
    go: async (page, wallet) => {
      const modal = await connect(page, wallet)
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
      const modal = await connect(page, wallet)
      await modal.accountButton().click()
      await wallet.selectChain(11155111)
      await modal.heading("Switch network").waitFor()
    },
  },
  {
    name: "NoAdapter",
    page: { chains: [] },
    go: async (page) => {
      const modal = modalOn(page)
      await modal.connectButton.click()
      await modal.text("Adapter not found").waitFor()
    },
  },
  {
    name: "NoProjectId",
    page: { options: { projectId: "" } },
    go: async (page) => {
      const modal = modalOn(page)
      await modal.connectButton.click()
      await modal.text("Project ID Not Configured").waitFor()
    },
  },
]
