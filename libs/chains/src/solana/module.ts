import { Effect, type Stream } from "effect"
import type { ChainModule, DiscoveryEnvironment } from "../contract/Chain.ts"
import type { Connector } from "../contract/Connector.ts"
import { discoverStandard, hasFeature } from "../standard/discoverStandard.ts"
import { lazySolanaConnector } from "./makeSolanaConnector.ts"

/** Finds the wallets on a page that can be connected on Solana. */
export const discoverSolana = (
  environment: DiscoveryEnvironment,
  known: readonly Connector[],
): Stream.Stream<readonly Connector[]> =>
  discoverStandard(environment, known, (found) =>
    found.chains.some((chain) => chain.startsWith("solana:")) && hasFeature(found, "standard:connect")
      ? lazySolanaConnector(found)
      : null,
  )

/** `connectors` are found before anything on the page is. What is done with an account arrives once there is one. */
export const solanaModule = (connectors: readonly Connector[]): ChainModule => ({
  discover: (environment) => discoverSolana(environment, connectors),
  actions: Effect.promise(async () => (await import("./actions.ts")).solanaActions),
})
