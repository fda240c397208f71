import type { Stream } from "effect"
import type { DiscoveryEnvironment } from "../contract/Chain.ts"
import type { Connector } from "../contract/Connector.ts"
import { discoverStandard, offers } from "../standard/discoverStandard.ts"
import { solanaConnector } from "./solanaConnectorOf.ts"

/** Finds the wallets on a page that can be connected on Solana. */
export const discoverSolana = (
  environment: DiscoveryEnvironment,
  known: readonly Connector[],
): Stream.Stream<readonly Connector[]> =>
  discoverStandard(environment, known, (found) =>
    found.chains.some((chain) => chain.startsWith("solana:")) && offers(found, "standard:connect")
      ? solanaConnector(found)
      : null,
  )
