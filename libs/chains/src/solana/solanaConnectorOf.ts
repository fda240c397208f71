import type { Connector } from "../contract/Connector.ts"
import type { FoundWallet } from "../standard/FoundWallet.ts"
import type { StandardWallet } from "../standard/StandardWallet.ts"
import { foundWallet, standardConnector } from "../standard/standardConnector.ts"

/** The Connector of a Wallet Standard wallet that stands at hand, such as one of a terminal. Throws where it has no name. */
export const solanaConnectorOf = (wallet: StandardWallet): Connector => solanaConnector(foundWallet(wallet))

export const solanaConnector = (found: FoundWallet): Connector =>
  standardConnector("solana", found, async (wallet, description) =>
    (await import("./SolanaConnector.ts")).makeSolanaConnector(wallet, description),
  )
