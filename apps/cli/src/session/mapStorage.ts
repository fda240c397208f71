import type { WalletConnectStorage } from "@wmodal/chains/walletconnect"

/**
 * Adapts a map of JSON texts to WalletConnect's storage. Values are copied, so that later mutations are not stored.
 * `changed` resolves once a change is persisted.
 */
export const mapStorage = (
  held: Map<string, string>,
  changed: () => Promise<void> = () => Promise.resolve(),
): WalletConnectStorage => ({
  getKeys: () => Promise.resolve([...held.keys()]),
  getItem: async (key) => {
    const text = held.get(key)
    return text === undefined ? undefined : JSON.parse(text)
  },
  setItem: async (key, value) => {
    const text = JSON.stringify(value)
    if (text === undefined) held.delete(key)
    else held.set(key, text)
    await changed()
  },
  removeItem: (key) => {
    held.delete(key)
    return changed()
  },
})
