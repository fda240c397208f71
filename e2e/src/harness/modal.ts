import type { Locator, Page } from "playwright-core"
import type { ExtensionWallet } from "./wallet.ts"

/** The announced name of the test wallet. */
export const walletName = "wmodal Dev Wallet"

/** The first accounts of the test mnemonic. */
export const firstAccount = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
export const secondAccount = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

/** Milliseconds without requests after a failed balance read. Source: the AppKit 1.7.2 wire. */
const balanceRetryMs = 30_000

/** Names in the mock server, by address. */
const knownNames: Readonly<Record<string, string>> = {
  [firstAccount]: "vera.wmodal.id",
  [secondAccount]: "milo.wmodal.id",
}

/** Returns the label of an account: 4 leading and 6 trailing characters, or its name once it is loaded. */
export const toAccountLabel = (address: string) =>
  new RegExp([`${address.slice(0, 4)}.+${address.slice(-6)}`, knownNames[address]].filter(Boolean).join("|"))

/** The modal on a page, with locators by accessible names. */
export interface ModalViews {
  readonly dialog: Locator
  /** The page's own button while disconnected. */
  readonly connectButton: Locator
  /** Returns the page's own button while this account is connected: busy, it shows the account of the last visit. */
  readonly accountButton: (address?: string) => Locator
  readonly networkButton: (name: string) => Locator
  readonly heading: (name: string | RegExp) => Locator
  readonly button: (name: string | RegExp) => Locator
  readonly row: (name?: string) => Locator
  readonly text: (text: string | RegExp) => Locator
  readonly tab: (name: string) => Locator
  readonly listItem: (name: string | RegExp) => Locator
  /** Waits for the retry delay of a failed balance and retries. The clock must be installed. */
  readonly readAgain: () => Promise<void>
  /** Disconnects from the account view. */
  readonly disconnect: () => Promise<void>
}

export const getModalViews = (page: Page): ModalViews => {
  const dialog = page.getByRole("dialog")
  return {
    dialog,
    connectButton: page.getByRole("button", { name: "Connect wallet" }),
    accountButton: (address = firstAccount) =>
      page
        .getByRole("button", { name: toAccountLabel(address) })
        .and(page.locator(':not([aria-busy="true"])')),
    networkButton: (name) => page.getByRole("button", { name, exact: true }),
    heading: (name) => dialog.getByRole("heading", { name }),
    button: (name) => dialog.getByRole("button", { name }),
    row: (name = walletName) => dialog.getByRole("button", { name: new RegExp(name) }),
    text: (text) => dialog.getByText(text),
    tab: (name) => dialog.getByRole("tab", { name }),
    listItem: (name) => dialog.getByRole("listitem").filter({ hasText: name }),
    readAgain: async () => {
      await dialog.getByRole("button", { name: /Try again in/ }).waitFor()
      await page.clock.fastForward(balanceRetryMs + 1000)
      await dialog.getByRole("button", { name: "Try again", exact: true }).click()
    },
    disconnect: async () => {
      await dialog.getByRole("button", { name: "Settings" }).click()
      await dialog.getByRole("button", { name: "Disconnect" }).click()
    },
  }
}

/** Connects from the page's button, approves, and closes the dialog. */
export async function connectWallet(page: Page, wallet: ExtensionWallet): Promise<ModalViews> {
  const modal = getModalViews(page)
  await modal.connectButton.click()
  const prompt = await wallet.promptAfter(() => modal.row().click())
  await prompt.approve()
  await modal.accountButton().waitFor()
  return modal
}
