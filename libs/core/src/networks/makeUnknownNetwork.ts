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

/** The network when none is configured. It names no host. */
export const fallbackNetwork: Network = {
  id: 1,
  caipNetworkId: "eip155:1",
  chainNamespace: "eip155",
  name: "Ethereum",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: [] } },
}
