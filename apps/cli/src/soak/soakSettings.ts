import type { Network } from "@wmodal/protocol"
import type { Settings } from "../settings/Settings.ts"

/** The settings of a terminal with one network of a world. @param http the network's nodes */
export const makeSoakSettings = (
  projectId: string,
  network: Network,
  http: readonly string[],
): Settings & { readonly network: Network } => {
  const own = { ...network, rpcUrls: { default: { http } } }
  return {
    projectId,
    endpoints: { blockchain: `http://localhost/w/${projectId}` },
    swapRouters: {},
    meldUrl: null,
    rpc: [],
    nodes: {},
    networks: [own],
    network: own,
  }
}
