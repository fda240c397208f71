import type { CaipNetworkId, Network } from "@wmodal/protocol"
import type { WModalState } from "./WModal.ts"

/** The first frame of a returning visitor, as plain JSON. It contains no secret and nothing verified. */
export interface WModalInitialState
  extends Pick<WModalState, "status" | "account" | "wallet" | "connections"> {
  /** The network in use. */
  readonly network: CaipNetworkId
}

/**
 * Adds the page's network to the state of the last visit, which is shown until its sessions are restored. Returns
 * `undefined` when the page no longer has the network that was in use.
 */
export const withOwnNetwork = (
  { network, ...shown }: WModalInitialState,
  networks: readonly Network[],
): Partial<WModalState> | undefined => {
  const own = networks.find(({ caipNetworkId }) => caipNetworkId === network)
  return own && { ...shown, network: { network: own, known: true } }
}
