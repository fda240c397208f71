import type { Connector } from "@wmodal/chains"
import type { WalletEntry } from "@wmodal/core"

/** Returns true when a connector of this browser belongs to a wallet. */
export const isInstalledIn = (connectors: readonly Connector[], { id, rdns }: WalletEntry): boolean =>
  connectors.some(
    (one) =>
      one.type !== "WALLET_CONNECT" &&
      (one.explorerId === id || (rdns !== null && one.rdns?.toLowerCase() === rdns.toLowerCase())),
  )
