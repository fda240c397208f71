import type { BrowserContext, Page } from "playwright-core"

/** One approval window of the wallet. Left open, the request stays pending. */
interface WalletPrompt {
  readonly page: Page
  /** Returns the displayed text of the request. */
  readonly text: () => Promise<string>
  readonly approve: () => Promise<void>
  readonly decline: () => Promise<void>
}

/** The extension, controlled by its owner. */
export interface ExtensionWallet {
  /** Waits for the window that `action` opens. */
  readonly promptAfter: (action: () => Promise<unknown>) => Promise<WalletPrompt>
  /** Resets the wallet: no permission, first account, chain 1, unlocked, on the world of this name. */
  readonly reset: (projectId: string) => Promise<void>
  readonly lock: () => Promise<void>
  readonly unlock: () => Promise<void>
  /** Selects an account by its index in the test mnemonic, on every chain. */
  readonly selectAccount: (index: number) => Promise<void>
  readonly selectChain: (chainId: number) => Promise<void>
  /** Revokes an origin. */
  readonly disconnect: (origin: string) => Promise<void>
  /** Accepts requests without responding, until the reset. */
  readonly stopResponding: () => Promise<void>
  /** Enables batches and asset queries (EIP-5792, EIP-7811) until the reset. Off by default. */
  readonly setSmartAccount: (on: boolean) => Promise<void>
  /**
   * Enables signing without sending, on Solana and Bitcoin, for pages loaded afterwards, until the reset. Off by
   * default.
   */
  readonly setSignOnly: (on: boolean) => Promise<void>
}

const toWalletPrompt = (page: Page): WalletPrompt => {
  // The window closes during the click: its closing shows that the response was sent.
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

/** The worker's test controls. See `extension/src/worker.ts`. */
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
      // A tab that another page opens is not a window of the wallet.
      const predicate = async (opened: Page) => (await opened.opener()) === null
      const [page] = await Promise.all([context.waitForEvent("page", { predicate }), action()])
      // A new window may still be blank. Its URL is polled: the navigation event can be lost.
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
