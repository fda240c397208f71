import type { BrowserContext, Page } from "playwright-core"

/** One window in which the wallet asks. Left alone, it is a wallet that never answers. */
interface WalletPrompt {
  readonly page: Page
  /** What is asked, as the person reads it. */
  readonly text: () => Promise<string>
  readonly approve: () => Promise<void>
  readonly decline: () => Promise<void>
}

/** The extension, from the side of the person who owns it. */
export interface ExtensionWallet {
  /** Waits for the window that `action` makes the wallet open. */
  readonly promptAfter: (action: () => Promise<unknown>) => Promise<WalletPrompt>
  /** As new: no permission, first account, chain 1, unlocked, on the world of this name. */
  readonly reset: (projectId: string) => Promise<void>
  readonly lock: () => Promise<void>
  readonly unlock: () => Promise<void>
  /** By place in the test mnemonic, from 0; on every chain. */
  readonly selectAccount: (index: number) => Promise<void>
  readonly selectChain: (chainId: number) => Promise<void>
  /** Forgets an origin. */
  readonly disconnect: (origin: string) => Promise<void>
  /** From now on it takes requests and answers none, until it is reset. */
  readonly stopResponding: () => Promise<void>
  /** Until it is reset: it does several calls as one, and says what it holds (EIP-5792, EIP-7811). Off at first. */
  readonly setSmartAccount: (on: boolean) => Promise<void>
  /** Until it is reset, for pages that are loaded from then on: on Solana and Bitcoin it only signs, and leaves the sending to the page. Off at first. */
  readonly setSignOnly: (on: boolean) => Promise<void>
}

const toWalletPrompt = (page: Page): WalletPrompt => {
  // The window closes under the click: that it closed is what shows that it was answered.
  const answer = async (name: "Approve" | "Decline") => {
    const closed = page.waitForEvent("close")
    const button = page.getByRole("button", { name, exact: true })
    await Promise.all([closed, button.click().catch(() => {})])
  }
  return {
    page,
    text: async () => {
      await page.getByRole("heading").filter({ hasText: /./ }).waitFor()
      return page.getByRole("main").innerText()
    },
    approve: () => answer("Approve"),
    decline: () => answer("Decline"),
  }
}

/** What the extension's worker lets a test do. See `extension/src/worker.ts`. */
interface Controls {
  readonly reset: (projectId: string) => Promise<void>
  readonly lock: () => Promise<void>
  readonly unlock: () => Promise<void>
  readonly selectAccount: (index: number) => Promise<void>
  readonly selectChain: (chainId: number) => Promise<void>
  readonly disconnect: (origin: string) => Promise<void>
  readonly hush: () => Promise<void>
  readonly smartAccount: (on: boolean) => Promise<void>
  readonly signOnly: (on: boolean) => Promise<void>
}

declare global {
  var devWallet: Controls
}

export const getExtensionWallet = (context: BrowserContext): ExtensionWallet => {
  const worker = async () => context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"))
  return {
    promptAfter: async (action) => {
      // A tab that another page opens is none of the wallet's windows.
      const predicate = async (opened: Page) => (await opened.opener()) === null
      const [page] = await Promise.all([context.waitForEvent("page", { predicate }), action()])
      // A window that has only just opened may still be blank. It is asked itself: the news of where it went can be lost.
      await page.waitForFunction(() => location.pathname.endsWith("/approve.html"))
      return toWalletPrompt(page)
    },
    reset: async (projectId) => (await worker()).evaluate((id) => globalThis.devWallet.reset(id), projectId),
    lock: async () => (await worker()).evaluate(() => globalThis.devWallet.lock()),
    unlock: async () => (await worker()).evaluate(() => globalThis.devWallet.unlock()),
    selectAccount: async (index) =>
      (await worker()).evaluate((place) => globalThis.devWallet.selectAccount(place), index),
    selectChain: async (chainId) =>
      (await worker()).evaluate((id) => globalThis.devWallet.selectChain(id), chainId),
    stopResponding: async () => (await worker()).evaluate(() => globalThis.devWallet.hush()),
    setSmartAccount: async (on) =>
      (await worker()).evaluate((is) => globalThis.devWallet.smartAccount(is), on),
    setSignOnly: async (on) => (await worker()).evaluate((is) => globalThis.devWallet.signOnly(is), on),
    disconnect: async (origin) =>
      (await worker()).evaluate((from) => globalThis.devWallet.disconnect(from), origin),
  }
}
