import type { Stream } from "effect"
import type { DiscoveryEnvironment } from "../contract/Chain.ts"
import type { Connector } from "../contract/Connector.ts"
import { discoverStandard, offers } from "../standard/discoverStandard.ts"
import { bitcoinConnector } from "./bitcoinConnectorOf.ts"

/** Finds the wallets on a page that can be connected on Bitcoin. */
export const discoverBitcoin = (
  environment: DiscoveryEnvironment,
  known: readonly Connector[],
): Stream.Stream<readonly Connector[]> =>
  discoverStandard(environment, known, (found) =>
    found.chains.some((chain) => chain.startsWith("bitcoin:")) &&
    offers(found, "bitcoin:connect", "standard:connect")
      ? bitcoinConnector(found)
      : null,
  )
