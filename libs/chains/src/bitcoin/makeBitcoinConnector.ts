import type { Connector } from "../contract/Connector.ts"
import type { RegisteredWallet } from "../standard/RegisteredWallet.ts"
import type { StandardWallet } from "../standard/StandardWallet.ts"
import { standardConnector, toRegisteredWallet } from "../standard/standardConnector.ts"

/** Makes the Connector of a Wallet Standard wallet object, such as that of a terminal. Throws if it has no name. */
export const fromBitcoinWallet = (wallet: StandardWallet): Connector =>
  lazyBitcoinConnector(toRegisteredWallet(wallet))

export const lazyBitcoinConnector = (found: RegisteredWallet): Connector =>
  standardConnector("bip122", found, async (wallet, description) =>
    (await import("./BitcoinConnector.ts")).makeBitcoinConnector(wallet, description),
  )
