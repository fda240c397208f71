import type { WalletConnectStorage } from "@wmodal/chains/walletconnect"

/** The storage interface of the client. */
export interface ClientStorage extends WalletConnectStorage {
  readonly getEntries: <A>() => Promise<[string, A][]>
  readonly getItem: <A>(key: string) => Promise<A | undefined>
}

/**
 * Keeps values in memory if the storage rejects them: a page with blocked or full storage connects until it is closed.
 * Copies values both ways, because the client mutates the values that it has stored.
 */
export const makeClientStorage = (open: () => Promise<WalletConnectStorage>): ClientStorage => {
  const refused = new Map<string, unknown>()
  let opened: Promise<WalletConnectStorage> | null = null
  const storage = () => {
    opened ??= open()
    return opened
  }
  const getKeys = async (): Promise<string[]> => {
    const keys = await storage()
      .then((there) => there.getKeys())
      .catch(() => [])
    return [...new Set([...keys, ...refused.keys()])]
  }
  // The client chooses the type of the value under each key.
  const getItem = async <A>(key: string): Promise<A | undefined> => {
    const value: unknown = refused.has(key)
      ? refused.get(key)
      : await storage()
          .then((there) => there.getItem(key))
          .catch(() => undefined)
    return (value === null || value === undefined ? undefined : structuredClone(value)) as A | undefined
  }
  return {
    getKeys,
    getEntries: async <A>() => {
      const entries: [string, A][] = []
      for (const key of await getKeys()) {
        const value = await getItem<A>(key)
        if (value !== undefined) entries.push([key, value])
      }
      return entries
    },
    getItem,
    setItem: async (key, value) => {
      const copy = structuredClone(value)
      try {
        await (await storage()).setItem(key, copy)
        refused.delete(key)
      } catch {
        refused.set(key, copy)
      }
    },
    removeItem: async (key) => {
      refused.delete(key)
      await storage()
        .then((there) => there.removeItem(key))
        .catch(() => {
          refused.set(key, undefined)
        })
    },
  }
}
