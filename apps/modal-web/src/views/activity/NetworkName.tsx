import type { Network } from "@wmodal/protocol"
import { NetworkPicture } from "../network/NetworkPicture.tsx"

/** A network's inline name. */
export const NetworkName = ({ network }: { readonly network: Network }) => (
  <span className="network-name">
    <NetworkPicture network={network} />
    <bdi>{network.name}</bdi>
  </span>
)
