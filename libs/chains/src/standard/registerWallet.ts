import { hasKey } from "@wmodal/protocol"
import type { StandardWallet } from "./StandardWallet.ts"

/** The registration API that a page passes to a wallet. */
interface WalletRegistry {
  readonly register: (...wallets: readonly StandardWallet[]) => () => void
}

const isWalletRegistry = (value: unknown): value is WalletRegistry =>
  typeof value === "object" &&
  value !== null &&
  hasKey(value, "register") &&
  typeof value.register === "function"

/**
 * Registers a wallet for present and later listeners of the page. Imports no other code, so that a content script stays
 * small. Source: wallet-standard, `@wallet-standard/wallet`.
 * @param target the page's window
 * @returns the function that ends it
 */
export const registerWallet = (target: EventTarget, wallet: StandardWallet): (() => void) => {
  const registered = new Set<() => void>()
  const register = (page: unknown) => {
    // A page with another API under this name, or one that throws, must not break the wallet.
    try {
      if (isWalletRegistry(page)) registered.add(page.register(wallet))
    } catch {}
  }
  const onReady = (event: Event) => register(hasKey(event, "detail") ? event.detail : null)
  target.addEventListener("wallet-standard:app-ready", onReady)
  target.dispatchEvent(new CustomEvent("wallet-standard:register-wallet", { detail: register }))
  return () => {
    target.removeEventListener("wallet-standard:app-ready", onReady)
    for (const unregister of registered) if (typeof unregister === "function") unregister()
  }
}
