import { isLoopbackUrl, type Network, type RpcNode } from "@wmodal/protocol"
import type { SupportedNetworks } from "../supportedNetworks/SupportedNetworks.ts"
import { makeProxyNode } from "./Blockchain.ts"

/** The nodes for a network's chain. */
export interface NodeOptions {
  readonly network: Network
  /** The operator's own nodes. */
  readonly own: readonly string[]
  /** The blockchain API of the proxy; `null` when there is none. */
  readonly proxy: {
    readonly baseUrl: string
    readonly projectId: string
    /** Excludes networks from the proxy that it is known not to serve. */
    readonly gate?: Pick<SupportedNetworks, "excludes">
  } | null
}

/**
 * Returns the tiers of `makeRpc`: the operator's nodes, the proxy, the network's own.
 * An API on this machine has its own test chains. When it fails, public nodes must not answer for it, nor receive a
 * transaction signed for a chain with the same id.
 */
export const makeNodeTiers = ({
  network,
  own,
  proxy,
}: NodeOptions): readonly (readonly (string | RpcNode)[])[] => {
  const nodes = network.rpcUrls.default.http
  if (proxy === null) return [own, nodes]
  const { caipNetworkId } = network
  return [
    own,
    proxy.gate?.excludes(caipNetworkId) ? [] : [makeProxyNode({ ...proxy, network: caipNetworkId })],
    isLoopbackUrl(proxy.baseUrl) ? nodes.filter(isLoopbackUrl) : nodes,
  ]
}
