import type { Page } from "playwright-core"
import { type HostPage, hostPage } from "./hostPage.ts"
import { connect, modalOn, walletName } from "./modal.ts"
import type { Host } from "./site.ts"
import type { Wallet } from "./wallet.ts"
import type { World } from "./world.ts"

/** One picture of the modal: how the page is made, and how a person gets there. */
export interface Scene {
  readonly name: string
  readonly host: (world: World, themeMode: "light" | "dark") => Host
  readonly go: (page: Page, wallet: Wallet) => Promise<unknown>
}

const usual =
  (more: HostPage = {}) =>
  (world: World, themeMode: "light" | "dark") =>
    hostPage(world, { ...more, themeMode })

const ask = async (page: Page, wallet: Wallet) => {
  const modal = modalOn(page)
  await modal.connectButton.click()
  return { modal, prompt: await wallet.promptAfter(() => modal.row().click()) }
}

/** Every view of the modal, and what else a person may see in it. */
export const scenes: readonly Scene[] = [
  {
    name: "Connect",
    host: usual(),
    go: async (page) => {
      const modal = modalOn(page)
      await modal.connectButton.click()
      await modal.row().waitFor()
    },
  },
  {
    name: "ConnectingExternal",
    host: usual(),
    go: async (page, wallet) => {
      const { modal } = await ask(page, wallet)
      await modal.heading(`Open ${walletName} to continue`).waitFor()
    },
  },
  {
    name: "ConnectingExternal-declined",
    host: usual(),
    go: async (page, wallet) => {
      const { modal, prompt } = await ask(page, wallet)
      await prompt.decline()
      await modal.text("Connection declined").waitFor()
    },
  },
  {
    name: "Connect-late",
    host: usual(),
    go: async (page, wallet) => {
      const { modal, prompt } = await ask(page, wallet)
      await modal.button("Cancel").click()
      await prompt.approve()
      await modal.text(`${walletName} approved after all`).waitFor()
    },
  },
  {
    name: "Account",
    host: usual(),
    go: async (page, wallet) => {
      const modal = await connect(page, wallet)
      await modal.accountButton().click()
      await modal.text("ETH on Ethereum").waitFor()
    },
  },
  {
    name: "Networks",
    host: usual({ networks: ["ethereum", "polygon", "base", "sepolia"] }),
    go: async (page, wallet) => {
      const modal = await connect(page, wallet)
      await modal.networkButton("Ethereum").click()
      await modal.heading("Choose network").waitFor()
    },
  },
  {
    name: "SwitchNetwork",
    host: usual(),
    go: async (page, wallet) => {
      const modal = await connect(page, wallet)
      await modal.networkButton("Ethereum").click()
      await wallet.promptAfter(() => modal.button(/Polygon/).click())
      await modal.heading("Approve in your wallet").waitFor()
    },
  },
  {
    name: "SwitchNetwork-declined",
    host: usual(),
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
    host: usual(),
    go: async (page, wallet) => {
      const modal = await connect(page, wallet)
      await modal.accountButton().click()
      await wallet.selectChain(11155111)
      await modal.heading("Switch network").waitFor()
    },
  },
  {
    name: "NoAdapter",
    host: usual({ chains: [] }),
    go: async (page) => {
      const modal = modalOn(page)
      await modal.connectButton.click()
      await modal.text("Adapter not found").waitFor()
    },
  },
  {
    name: "NoProjectId",
    host: usual({ options: { projectId: "" } }),
    go: async (page) => {
      const modal = modalOn(page)
      await modal.connectButton.click()
      await modal.text("Project ID Not Configured").waitFor()
    },
  },
]
