import { makeNodeTiers } from "@wmodal/api"
import type { Network } from "@wmodal/protocol"
import type { Settings } from "./Settings.ts"

/** Excludes Bitcoin nodes from the proxy: they are REST APIs. */
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
            ...(network.chainNamespace === "bip122" && { gate: noProxy }),
          },
  })
