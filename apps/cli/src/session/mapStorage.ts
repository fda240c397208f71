import type { WalletConnectStorage } from "@wmodal/chains/walletconnect"

/**
 * WalletConnect's storage over a map of JSON texts: what is read back is never what somebody goes on changing. `changed`
 * is done once a change is where it is to stay.
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
