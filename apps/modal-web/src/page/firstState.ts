import type { Network } from "@wmodal/protocol"
import { withOwnNetwork } from "./initialState.ts"
import { decodeCookies, decodeRemembered } from "./rememberedState.ts"
import { storageKey } from "./storageNames.ts"
import { toInitialState } from "./toInitialState.ts"
import type { WModalState } from "./WModal.ts"

/**
 * Reads the state of the last visit from the cookie or from this origin's storage. Returns `null` when there is none,
 * when the page has none of its chains, or no longer the network that was in use, or when the browser blocks storage.
 */
export const readFirstState = (
  cookie: boolean,
  networks: readonly Network[],
): Partial<WModalState> | null => {
  try {
    const remembered = cookie
      ? decodeCookies(document.cookie)
      : decodeRemembered(localStorage.getItem(storageKey))
    const accounts = (remembered?.accounts ?? []).filter(({ caipAddress }) =>
      networks.some(({ chainNamespace }) => caipAddress.startsWith(`${chainNamespace}:`)),
    )
    return remembered && accounts.length > 0
      ? (withOwnNetwork(toInitialState({ ...remembered, accounts }), networks) ?? null)
      : null
  } catch {
    return null
  }
}
