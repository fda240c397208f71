import type { Connector } from "../contract/Connector.ts"
import { type FoundWallet, walletFrom } from "../standard/FoundWallet.ts"
import type { StandardWallet } from "../standard/StandardWallet.ts"
import { type ConnectorDescription, lateConnector } from "../wallet/lateConnector.ts"

/** The Connector of a Wallet Standard wallet that stands at hand, such as one of a terminal. Throws where it has no name. */
export const solanaConnectorOf = (wallet: StandardWallet): Connector => {
  const found = walletFrom(wallet)
  if (found === null) throw new TypeError("This is no wallet of the Wallet Standard.")
  return solanaConnector(found)
}

/** Its code arrives with the first thing that is asked of it. */
export const solanaConnector = ({ icon, name, wallet }: FoundWallet): Connector => {
  const description: ConnectorDescription = {
    id: name,
    name,
    type: "ANNOUNCED",
    namespace: "solana",
    icon,
    rdns: null,
    explorerId: null,
  }
  return lateConnector(description, async () =>
    (await import("./SolanaConnector.ts")).makeSolanaConnector(wallet, description),
  )
}
