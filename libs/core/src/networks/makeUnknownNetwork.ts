import type { CaipNetworkId, Namespace, Network } from "@wmodal/protocol"

/** Makes a network for a wallet on an unconfigured network: it can be shown, but has no node. */
export const makeUnknownNetwork = (caipNetworkId: CaipNetworkId, chainNamespace: Namespace): Network => ({
  id: caipNetworkId.slice(chainNamespace.length + 1),
  caipNetworkId,
  chainNamespace,
  name: "Unknown Network",
  nativeCurrency: { name: "", symbol: "", decimals: 0 },
  rpcUrls: { default: { http: [] } },
})
