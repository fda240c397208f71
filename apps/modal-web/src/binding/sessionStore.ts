import type { WalletConnectStorage } from "@wmodal/chains/walletconnect"
import { lazy } from "@wmodal/protocol"

const storeName = "entries"

const toPromise = <A>(request: IDBRequest<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result))
    request.addEventListener("error", () => reject(request.error))
  })

const openDatabase = (): Promise<IDBDatabase> => {
  const request = indexedDB.open("wmodal-walletconnect")
  request.addEventListener("upgradeneeded", () => {
    request.result.createObjectStore(storeName)
  })
  return toPromise(request)
}

/** Creates a store that lives as long as the page. */
const makeMemoryStore = (): WalletConnectStorage => {
  const held = new Map<string, unknown>()
  return {
    getKeys: async () => [...held.keys()],
    getItem: async (key) => held.get(key),
    setItem: async (key, value) => {
      held.set(key, value)
    },
    removeItem: async (key) => {
      held.delete(key)
    },
  }
}

/** Opens the store for the page's sessions and their keys. Without browser storage they are lost with the page. */
export const openSessionStore = async (): Promise<WalletConnectStorage> => {
  try {
    const open = async () => {
      const one = await openDatabase()
      one.addEventListener("close", forget)
      // Closes at once, so that a deletion is not blocked.
      one.addEventListener("versionchange", () => {
        one.close()
        forget()
      })
      return one
    }
    let database = lazy(open)
    /** A browser may close the database; the next call opens it again. */
    const forget = () => {
      database = lazy(open)
    }
    const entries = async (mode: IDBTransactionMode) =>
      (await database.get()).transaction(storeName, mode).objectStore(storeName)
    await entries("readwrite")
    return {
      getKeys: async () => (await toPromise((await entries("readonly")).getAllKeys())).map(String),
      getItem: async (key) => toPromise<unknown>((await entries("readonly")).get(key)),
      setItem: async (key, value) => {
        await toPromise((await entries("readwrite")).put(value, key))
      },
      removeItem: async (key) => {
        await toPromise((await entries("readwrite")).delete(key))
      },
    }
  } catch {
    return makeMemoryStore()
  }
}
