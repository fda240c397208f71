import type { Namespace } from "@wmodal/protocol"
import type { Connector } from "../contract/Connector.ts"
import { type ConnectorDescription, lateConnector } from "../wallet/lateConnector.ts"
import { type FoundWallet, walletFrom } from "./FoundWallet.ts"
import type { StandardWallet } from "./StandardWallet.ts"

/** The Connector of a wallet on one chain. Its code arrives with the first thing that is asked of it. */
export const standardConnector = (
  namespace: Namespace,
  { icon, name, wallet }: FoundWallet,
  make: (wallet: object, description: ConnectorDescription) => Promise<Connector>,
): Connector => {
  const description: ConnectorDescription = {
    id: name,
    name,
    type: "ANNOUNCED",
    namespace,
    icon,
    rdns: null,
    explorerId: null,
  }
  return lateConnector(description, () => make(wallet, description))
}

/** A wallet that stands at hand. Throws where it is none that could be shown. */
export const foundWallet = (wallet: StandardWallet): FoundWallet => {
  const found = walletFrom(wallet)
  if (found === null) throw new TypeError("This is no wallet of the Wallet Standard: it has no name.")
  return found
}
