import { lazy } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ChainModule, DiscoveryEnvironment } from "../contract/Chain.ts"
import type { ChainActions } from "../contract/ChainActions.ts"
import { discoverEvm } from "./discoverEvm.ts"
import type { EvmOptions } from "./index.ts"

/** Returns the chain module. Account actions load with the first account. */
export const makeModule = ({
  connectors = [],
  coinbase,
  descriptors = [],
  safeOrigins,
}: EvmOptions): ChainModule<ChainActions> => {
  let warn: DiscoveryEnvironment["warn"]
  return {
    discover: (environment, use) => {
      warn = environment.warn
      const { window } = environment
      const framed = isFramed(window)
      if (!framed && !coinbase) return discoverEvm(environment, connectors, use)
      // Without its code, such a wallet is not offered.
      const late = [
        framed && import("./safe/findSafe.ts").then(({ findSafe }) => findSafe(window, safeOrigins)),
        connectors,
        coinbase && import("./coinbase/makeCoinbase.ts").then(({ makeCoinbase }) => [makeCoinbase(coinbase)]),
      ]
      return Effect.flatMap(
        Effect.promise(() => Promise.all(late.map(async (one) => one).map((one) => one.catch(() => null)))),
        (found) =>
          discoverEvm(
            environment,
            found.flatMap((one) => one || []),
            use,
          ),
      )
    },
    actions: lazy(async () => (await import("./actions.ts")).makeEvmActions(descriptors, warn)),
  }
}

const isFramed = (
  window: DiscoveryEnvironment["window"],
): window is NonNullable<DiscoveryEnvironment["window"]> =>
  window !== null && "parent" in window && window.parent !== window

// Imported from here and not from the page's first script, which would name the files of these imports, too.
export const loadSessionConnector = async () =>
  (await import("../remote/eip155SessionConnector.ts")).eip155SessionConnector
