import type { CaipNetworkId, Namespace, Network } from "@wmodal/protocol"

/** Makes a network for a wallet on an unconfigured network: it can be shown, but has no node. */
export const makeUnknownNetwork = (caipNetworkId: CaipNetworkId, chainNamespace: Namespace): Network => {
  const reference = caipNetworkId.slice(chainNamespace.length + 1)
  return {
    // A number where its chain counts networks, as a configured one has it.
    id: /^\d{1,15}$/.test(reference) ? Number(reference) : reference,
    caipNetworkId,
    chainNamespace,
    name: "Unknown Network",
    nativeCurrency: { name: "", symbol: "", decimals: 0 },
    rpcUrls: { default: { http: [] } },
  }
}
