import type { Network } from "@wmodal/protocol"
import { pickInitialState } from "./initialState.ts"
import { decodeCookies, decodeRemembered } from "./rememberedState.ts"
import { storageKey } from "./storageNames.ts"
import { toInitialState } from "./toInitialState.ts"
import type { WModalState } from "./WModal.ts"

/**
 * Reads the state of the last visit from the cookie or from this origin's storage. Returns `null` when there is none,
 * or when the browser blocks storage.
 */
export const readFirstState = (
  cookie: boolean,
  networks: readonly Network[],
): Partial<WModalState> | null => {
  try {
    const remembered = cookie
      ? decodeCookies(document.cookie)
      : decodeRemembered(localStorage.getItem(storageKey))
    return remembered && pickInitialState(toInitialState(remembered), networks)
  } catch {
    return null
  }
}
