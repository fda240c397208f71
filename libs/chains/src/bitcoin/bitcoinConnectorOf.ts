import type { Connector } from "../contract/Connector.ts"
import type { FoundWallet } from "../standard/FoundWallet.ts"
import type { StandardWallet } from "../standard/StandardWallet.ts"
import { foundWallet, standardConnector } from "../standard/standardConnector.ts"

/** The Connector of a Wallet Standard wallet that stands at hand, such as one of a terminal. Throws where it has no name. */
export const bitcoinConnectorOf = (wallet: StandardWallet): Connector => bitcoinConnector(foundWallet(wallet))

export const bitcoinConnector = (found: FoundWallet): Connector =>
  standardConnector("bip122", found, async (wallet, description) =>
    (await import("./BitcoinConnector.ts")).makeBitcoinConnector(wallet, description),
  )
