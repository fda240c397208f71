import type { Connector } from "../contract/Connector.ts"
import type { StandardWallet } from "../standard/StandardWallet.ts"
import { standardConnector, toRegisteredWallet } from "../standard/standardConnector.ts"

/**
 * Makes the Connector of a wallet object in the shape of the Wallet Standard, such as that of a terminal. Its features
 * are `polkadot:signMessage` and `polkadot:signTransaction`. Throws if it has no name.
 */
export const fromPolkadotWallet = (wallet: StandardWallet): Connector =>
  standardConnector("polkadot", toRegisteredWallet(wallet), async (found, description) =>
    (await import("./PolkadotConnector.ts")).makePolkadotConnector(found, description),
  )
