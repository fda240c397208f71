import type { Namespace } from "@wmodal/protocol"
import type { Connector } from "../contract/Connector.ts"
import { type ConnectorDescription, lazyConnector } from "../wallet/lazyConnector.ts"
import { decodeWallet, type RegisteredWallet } from "./RegisteredWallet.ts"
import type { StandardWallet } from "./StandardWallet.ts"

/** Makes a wallet's Connector for one chain. Its code is loaded with the first request. */
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

/** Registers a wallet object. Throws if it cannot be shown. */
export const toRegisteredWallet = (wallet: StandardWallet): RegisteredWallet => {
  const found = decodeWallet(wallet)
  if (found === null) throw new TypeError("This is not a valid Wallet Standard wallet: it has no name.")
  return found
}
