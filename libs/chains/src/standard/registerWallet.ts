import type { StandardWallet } from "./StandardWallet.ts"

/** What a page gives a wallet to register itself with. */
interface WalletRegistry {
  readonly register: (...wallets: readonly StandardWallet[]) => () => void
}

const isWalletRegistry = (value: unknown): value is WalletRegistry =>
  typeof value === "object" && value !== null && "register" in value && typeof value.register === "function"

/**
 * Registers a wallet with whoever looks for one on the page, now and later. It brings no other code, so that a content
 * script stays small. Source: wallet-standard, `@wallet-standard/wallet`.
 * @param target the page's window
 * @returns what ends it
 */
export const registerWallet = (target: EventTarget, wallet: StandardWallet): (() => void) => {
  const registered = new Set<() => void>()
  const register = (page: unknown) => {
    // A page that is no such thing must not break the wallet, nor one that fails.
    try {
      if (isWalletRegistry(page)) registered.add(page.register(wallet))
    } catch {}
  }
  const onReady = (event: Event) => register("detail" in event ? event.detail : null)
  target.addEventListener("wallet-standard:app-ready", onReady)
  target.dispatchEvent(new CustomEvent("wallet-standard:register-wallet", { detail: register }))
  return () => {
    target.removeEventListener("wallet-standard:app-ready", onReady)
    for (const unregister of registered) if (typeof unregister === "function") unregister()
  }
}
