import type { StandardWallet } from "@wmodal/chains/standard"

interface StandardEvents {
  readonly on: (event: string, listener: (change: unknown) => void) => () => void
}

const isEvents = (feature: unknown): feature is StandardEvents =>
  typeof feature === "object" && feature !== null && "on" in feature && typeof feature.on === "function"

/** Wraps a wallet and counts its listeners, so that a test can detect leaks. */
export const countStandardListeners = (wallet: StandardWallet) => {
  const standing = new Set<object>()
  const counted: StandardWallet = {
    version: wallet.version,
    name: wallet.name,
    icon: wallet.icon,
    chains: wallet.chains,
    get accounts() {
      return wallet.accounts
    },
    get features() {
      const events = wallet.features["standard:events"]
      if (!isEvents(events)) return wallet.features
      const on: StandardEvents["on"] = (event, listener) => {
        const off = events.on(event, listener)
        standing.add(off)
        return () => {
          standing.delete(off)
          off()
        }
      }
      return { ...wallet.features, "standard:events": { ...events, on } }
    },
  }
  return { wallet: counted, listeners: () => standing.size }
}
