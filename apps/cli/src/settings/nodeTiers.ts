import { makeNodeTiers } from "@wmodal/api"
import type { Network } from "@wmodal/protocol"
import { findChain } from "../session/chains.ts"
import type { Settings } from "./Settings.ts"

/** Excludes the nodes of chains with an RPC client of their own from the proxy, which uses JSON-RPC. */
const noProxy = { excludes: () => true }

/** Returns the node tiers of a network in the engine's order, for reads without an engine. */
export const getNodeTiers = ({ endpoints, projectId, nodes }: Settings, network: Network) =>
  makeNodeTiers({
    network,
    own: nodes[network.caipNetworkId] ?? [],
    proxy:
      endpoints.blockchain === undefined || projectId === null
        ? null
        : {
            baseUrl: endpoints.blockchain,
            projectId,
            ...(findChain(network.chainNamespace)?.makeRpc !== undefined && { gate: noProxy }),
          },
  })
