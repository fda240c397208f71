import { getAvatarColors, type Namespace, type Network, truncate } from "@wmodal/protocol"
import { decodeCookies, decodeRemembered, type WModalInitialState } from "./rememberedState.ts"
import { storageKey } from "./storageNames.ts"
import type { ReadFirstState, WModalConnection, WModalState } from "./WModal.ts"

/**
 * Returns the state of the last visit until its sessions are restored: its accounts, as connecting.
 * Returns `null` when the page has none of their chains, or no longer the network that was in use.
 */
export const getFirstState = (
  { network, accounts }: WModalInitialState,
  networks: readonly Network[],
): Partial<WModalState> | null => {
  const shown = networks.find(({ caipNetworkId }) => caipNetworkId === network)
  const connections: Partial<Record<Namespace, WModalConnection>> = {}
  for (const { caipAddress, wallet } of accounts) {
    const [namespace, reference, address = ""] = caipAddress.split(":")
    for (const { chainNamespace } of networks)
      if (chainNamespace === namespace)
        connections[chainNamespace] = {
          status: "connecting",
          account: {
            caipAddress,
            address,
            network: `${namespace}:${reference}`,
            label: truncate(address),
            colors: getAvatarColors(address),
            balance: null,
          },
          wallet: { ...wallet, icon: null },
        }
  }
  if (shown === undefined || Object.keys(connections).length === 0) return null
  return {
    connections,
    network: { network: shown, known: true },
    ...connections[shown.chainNamespace],
    status: "connecting",
  }
}

/** Reads the state of the last visit. Returns `null` when there is none, or when the browser blocks storage. */
export const readFirstState: ReadFirstState = (cookie, networks) => {
  try {
    const remembered = cookie
      ? decodeCookies(document.cookie)
      : decodeRemembered(localStorage.getItem(storageKey))
    return remembered && getFirstState(remembered, networks)
  } catch {
    return null
  }
}
