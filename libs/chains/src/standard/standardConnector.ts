import type { Namespace } from "@wmodal/protocol"
import type { Connector } from "../contract/Connector.ts"
import { type ConnectorDescription, lazyConnector } from "../wallet/lazyConnector.ts"
import { decodeWallet, type RegisteredWallet } from "./RegisteredWallet.ts"
import type { StandardWallet } from "./StandardWallet.ts"

/** The Connector of a wallet on one chain. Its code arrives with the first thing that is asked of it. */
export const standardConnector = (
  namespace: Namespace,
  { icon, name, wallet }: RegisteredWallet,
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
  return lazyConnector(description, () => make(wallet, description))
}

/** A wallet that stands at hand. Throws where it is none that could be shown. */
export const toRegisteredWallet = (wallet: StandardWallet): RegisteredWallet => {
  const found = decodeWallet(wallet)
  if (found === null) throw new TypeError("This is no wallet of the Wallet Standard: it has no name.")
  return found
}
