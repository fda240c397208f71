import { lazy } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { ChainModule, DiscoveryEnvironment, UseConnectors } from "../contract/Chain.ts"
import type { ChainActions } from "../contract/ChainActions.ts"
import type { Connector } from "../contract/Connector.ts"
import { discoverStandard, hasFeature } from "../standard/discoverStandard.ts"
import type { SolanaOptions } from "./index.ts"
import { lazySolanaConnector } from "./makeSolanaConnector.ts"

/** Discovers the page's wallets that support Solana. */
export const discoverSolana = (
  environment: DiscoveryEnvironment,
  known: readonly Connector[],
  use: UseConnectors,
): Effect.Effect<void> =>
  discoverStandard(environment, known, use, (found) =>
    found.chains.some((chain) => chain.startsWith("solana:")) && hasFeature(found, "standard:connect")
      ? lazySolanaConnector(found)
      : null,
  )

/** The code for accounts is loaded with the first account. */
export const makeModule = ({ connectors = [] }: SolanaOptions): ChainModule<ChainActions> => ({
  discover: (environment, use) => discoverSolana(environment, connectors, use),
  actions: lazy(async () => (await import("./actions.ts")).solanaActions),
})

// Imported from here and not from the page's first script, which would name the files of these imports, too.
export const loadSessionConnector = async () =>
  (await import("../remote/solanaSessionConnector.ts")).solanaSessionConnector
