import type { Connector } from "../contract/Connector.ts"
import type { RegisteredWallet } from "../standard/RegisteredWallet.ts"
import type { StandardWallet } from "../standard/StandardWallet.ts"
import { standardConnector, toRegisteredWallet } from "../standard/standardConnector.ts"

/** Makes the Connector of a Wallet Standard wallet object, such as that of a terminal. Throws if it has no name. */
export const fromSolanaWallet = (wallet: StandardWallet): Connector =>
  lazySolanaConnector(toRegisteredWallet(wallet))

export const lazySolanaConnector = (found: RegisteredWallet): Connector =>
  standardConnector("solana", found, async (wallet, description) =>
    (await import("./SolanaConnector.ts")).makeSolanaConnector(wallet, description),
  )
