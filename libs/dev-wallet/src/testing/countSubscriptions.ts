import type { InjectedEntry } from "../standard/makeInjectedEntry.ts"

/** Wraps an entry of `injectedWeb3` and counts its subscriptions, so that a test can detect leaks. */
export const countSubscriptions = (entry: InjectedEntry) => {
  let open = 0
  const counted: InjectedEntry = {
    version: entry.version,
    enable: async (origin) => {
      const { accounts, signer } = await entry.enable(origin)
      const subscribe: typeof accounts.subscribe = (listener) => {
        open += 1
        const off = accounts.subscribe(listener)
        return () => {
          open -= 1
          off()
        }
      }
      return { accounts: { get: accounts.get, subscribe }, signer }
    },
  }
  return { entry: counted, listeners: () => open }
}
