import { announce } from "@wmodal/chains/announce"
import { createDevProvider, type DevProviderOptions, type DevWalletStorage } from "./createDevProvider.ts"

/** The members of a browser's global scope that the wallet uses. */
export interface WalletPage extends EventTarget {
  readonly location: { readonly origin: string }
  readonly localStorage: DevWalletStorage
}

let uuid: string | undefined

/** One per page load, even when the wallet is announced several times. */
const getUuid = (): string => (uuid ??= crypto.randomUUID())

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%23145c43'/%3E%3Cpath d='M16 13l-7 7 7 7m8-14 7 7-7 7' fill='none' stroke='%23fff' stroke-width='3' stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E"

/**
 * Announces a wallet to the page as a browser extension does (EIP-6963), for examples and tests. Its two accounts are
 * those of the public test mnemonic. `localStorage` keeps the shared accounts, so that a reload finds the page
 * connected. Does nothing on a server.
 * @returns a function that ends the announcement
 */
export const announceDevWallet = (
  options: DevProviderOptions = {},
  page: WalletPage | null = getPage(),
): (() => void) => {
  if (page === null) return () => {}
  // Read on use: where the storage is blocked, reading it throws.
  const storage: DevWalletStorage = {
    getItem: (key) => page.localStorage.getItem(key),
    setItem: (key, value) => page.localStorage.setItem(key, value),
  }
  const provider = createDevProvider({ origin: page.location.origin, storage, ...options })
  return announce(page, provider, { uuid: getUuid(), name: "Dev wallet", icon, rdns: "example.wmodal.dev" })
}

const getPage = (): WalletPage | null => {
  const scope: object = globalThis
  return isPage(scope) ? scope : null
}

const isPage = (scope: object): scope is WalletPage =>
  "document" in scope && "location" in scope && "addEventListener" in scope
