import type { CaipNetworkId, Namespace, Network } from "@wmodal/protocol"
import type { WModalConnection, WModalState } from "./WModal.ts"

/** The first frame of a returning visitor, as plain JSON. It contains no secret and nothing verified. */
export interface WModalInitialState {
  /** The network in use. */
  readonly network: CaipNetworkId
  /** The accounts of the last visit, as connecting: everything that is shown of them, so that a page only picks. */
  readonly connections: Readonly<Partial<Record<Namespace, WModalConnection>>>
}

/**
 * Returns the state of the last visit until its sessions are restored. Returns `null` when the page has none of their
 * chains, or no longer the network that was in use.
 */
export const pickInitialState = (
  { network, connections }: WModalInitialState,
  networks: readonly Network[],
): Partial<WModalState> | null => {
  const shown = networks.find(({ caipNetworkId }) => caipNetworkId === network)
  const own: Partial<Record<Namespace, WModalConnection>> = {}
  for (const { chainNamespace } of networks) {
    const connection = connections[chainNamespace]
    if (connection) own[chainNamespace] = connection
  }
  return shown && Object.keys(own).length > 0
    ? {
        connections: own,
        network: { network: shown, known: true },
        ...own[shown.chainNamespace],
        status: "connecting",
      }
    : null
}
