import {
  getAvatarColors,
  type Namespace,
  toNamespace,
  toNetworkId,
  toPlainAddress,
  truncate,
} from "@wmodal/protocol"
import type { WModalInitialState } from "./initialState.ts"
import type { RememberedState } from "./rememberedState.ts"
import type { WModalConnection } from "./WModal.ts"

/** Adds to the accounts of the last visit what is shown of them: their labels and colours. */
export const toInitialState = ({ network, accounts }: RememberedState): WModalInitialState => {
  const connections: Partial<Record<Namespace, WModalConnection>> = {}
  for (const { caipAddress, wallet } of accounts) {
    const address = toPlainAddress(caipAddress)
    // The pattern of `decodeRemembered` allows no other namespaces.
    connections[toNamespace(caipAddress) as Namespace] = {
      status: "connecting",
      account: {
        caipAddress,
        address,
        network: toNetworkId(caipAddress),
        label: truncate(address),
        colors: getAvatarColors(address),
        balance: null,
      },
      wallet: { ...wallet, icon: null },
    }
  }
  const inUse = connections[toNamespace(network) as Namespace]
  return { network, connections, account: null, wallet: null, ...inUse, status: "connecting" }
}
