import { Effect } from "effect"
import {
  approvalKeyAlgorithm,
  KeyUnavailable,
  makeApprovalKey,
  type OpenApprovalKey,
} from "../wallet/ApprovalKey.ts"

const storeName = "keys"

/**
 * Opens a key that no script can export, not even the site's own. A browser that stores none for the frame keeps the
 * key until the page is left.
 */
export const openBrowserApprovalKey: OpenApprovalKey = (name) =>
  Effect.tryPromise({
    try: async () => {
      const made = await crypto.subtle.generateKey(approvalKeyAlgorithm, false, ["sign", "verify"])
      return makeApprovalKey(await keepFirst(name, made).catch(() => made))
    },
    catch: () => new KeyUnavailable(),
  })

/** Stores the key pair unless one is stored, as by another tab. Returns the stored one. */
const keepFirst = async (name: string, made: CryptoKeyPair): Promise<CryptoKeyPair> => {
  const opening = indexedDB.open("wmodal-site", 1)
  opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore(storeName))
  const database = await settle(opening)
  try {
    const store = database.transaction(storeName, "readwrite").objectStore(storeName)
    const stored: unknown = await settle(store.get(name))
    if (isKeyPair(stored)) return stored
    await settle(store.put(made, name))
    return made
  } finally {
    database.close()
  }
}

const isKeyPair = (value: unknown): value is CryptoKeyPair =>
  Reflect.get(Object(value), "privateKey") instanceof CryptoKey &&
  Reflect.get(Object(value), "publicKey") instanceof CryptoKey

const settle = <A>(request: IDBRequest<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result))
    request.addEventListener("error", () => reject(request.error))
  })
