import type { Network } from "@wmodal/protocol"
import type { HostNetwork } from "./HostMethods.ts"

/** Adds the CAIP fields that a chain of viem lacks. The engine decodes networks itself; invalid ones are no error here. */
export const toNetwork = (network: HostNetwork): Network =>
  (network?.caipNetworkId
    ? network
    : { ...network, chainNamespace: "eip155", caipNetworkId: `eip155:${network?.id}` }) as Network
