import { isLoopbackUrl, type Network, type RpcNode } from "@wmodal/protocol"
import type { SupportedNetworks } from "../supportedNetworks/SupportedNetworks.ts"
import { makeProxyNode } from "./Blockchain.ts"

/** Who may be asked for a network's chain. */
export interface NodeOptions {
  readonly network: Network
  /** The operator's own nodes for it. */
  readonly own: readonly string[]
  /** The blockchain API whose proxy is asked; `null` where there is none. */
  readonly proxy: {
    readonly baseUrl: string
    readonly projectId: string
    /** Keeps from it what it is known not to serve. */
    readonly gate?: Pick<SupportedNetworks, "excludes">
  } | null
}

/**
 * The operator's nodes, then the proxy, then the network's own: the tiers of `makeRpc`.
 * An API on this very machine has chains of its own, for tests. Where it is out of order, public nodes must not
 * answer for it, nor be sent what was signed for a chain that only looks like theirs.
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
