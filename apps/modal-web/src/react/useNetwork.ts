import type { CaipNetworkId, Network } from "@wmodal/protocol"
import type { WModal, WModalNetwork } from "../page/WModal.ts"
import { useProvidedModal, useSelected } from "./WModalProvider.ts"

/** What `useNetwork` returns. */
export interface UseNetworkResult {
  /** `null` before the engine has loaded, unless it is that of the last visit. */
  readonly network: WModalNetwork | null
  /** CAIP-2; `undefined` before it is known. */
  readonly caipNetworkId: CaipNetworkId | undefined
  /** The reference of the CAIP-2 id: a number for EVM. */
  readonly chainId: Network["id"] | undefined
  /** The networks of the page, and those that the user has added: see the feature `addNetworks`. */
  readonly networks: readonly Network[]
  /** Selects a network; see `WModal.switchNetwork`. */
  readonly switchNetwork: WModal["switchNetwork"]
  /** Adds a network; see `WModal.addNetwork`. */
  readonly addNetwork: WModal["addNetwork"]
  /** Removes a network; see `WModal.removeNetwork`. */
  readonly removeNetwork: WModal["removeNetwork"]
}

/** Returns the network in use, the networks of the page, and functions that switch, add and remove. */
export const useNetwork = (): UseNetworkResult => {
  const { modal } = useProvidedModal()
  const network = useSelected((state) => state.network)
  return {
    network,
    caipNetworkId: network?.network.caipNetworkId,
    chainId: network?.network.id,
    networks: useSelected(() => modal.networks),
    switchNetwork: modal.switchNetwork,
    addNetwork: modal.addNetwork,
    removeNetwork: modal.removeNetwork,
  }
}
