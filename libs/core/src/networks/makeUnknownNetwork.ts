import type { CaipNetworkId, Namespace, Network } from "@wmodal/protocol"

/** What stands for a network that a wallet is on and that the page did not configure: it can be shown, and asked nothing. */
export const makeUnknownNetwork = (caipNetworkId: CaipNetworkId, chainNamespace: Namespace): Network => ({
  id: caipNetworkId.slice(chainNamespace.length + 1),
  caipNetworkId,
  chainNamespace,
  name: "Unknown Network",
  nativeCurrency: { name: "", symbol: "", decimals: 0 },
  rpcUrls: { default: { http: [] } },
})

/** Where no network is configured at all. It names no host. */
export const fallbackNetwork: Network = {
  id: 1,
  caipNetworkId: "eip155:1",
  chainNamespace: "eip155",
  name: "Ethereum",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: [] } },
}
