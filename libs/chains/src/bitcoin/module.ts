import { lazy } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { ChainModule, DiscoveryEnvironment, UseConnectors } from "../contract/Chain.ts"
import type { ChainActions } from "../contract/ChainActions.ts"
import type { Connector } from "../contract/Connector.ts"
import { discoverStandard, hasFeature } from "../standard/discoverStandard.ts"
import type { BitcoinOptions } from "./index.ts"
import { lazyBitcoinConnector } from "./makeBitcoinConnector.ts"

/** Discovers the page's wallets that support Bitcoin. */
export const discoverBitcoin = (
  environment: DiscoveryEnvironment,
  known: readonly Connector[],
  use: UseConnectors,
): Effect.Effect<void> =>
  discoverStandard(environment, known, use, (found) =>
    found.chains.some((chain) => chain.startsWith("bitcoin:")) &&
    hasFeature(found, "bitcoin:connect", "standard:connect")
      ? lazyBitcoinConnector(found)
      : null,
  )

/** The code for accounts is loaded with the first account. */
export const makeModule = ({ connectors = [] }: BitcoinOptions): ChainModule<ChainActions> => ({
  discover: (environment, use) => discoverBitcoin(environment, connectors, use),
  actions: lazy(async () => (await import("./actions.ts")).bitcoinActions),
})

// Imported from here and not from the page's first script, which would name the files of these imports, too.
export const loadSessionConnector = async () =>
  (await import("../remote/bitcoinSessionConnector.ts")).bitcoinSessionConnector

export const loadRest = async () => (await import("@wmodal/protocol/rest")).makeRest
