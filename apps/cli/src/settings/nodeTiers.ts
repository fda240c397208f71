import { makeNodeTiers } from "@wmodal/api"
import type { Network } from "@wmodal/protocol"
import type { Settings } from "./Settings.ts"

/** No proxy speaks for Bitcoin's nodes: they answer REST. */
const noProxy = { excludes: () => true }

/** Who is asked for a network's chain by what is no engine, in the order of the engine. */
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
