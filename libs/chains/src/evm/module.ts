import { hasKey, lazy } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ChainModule, DiscoveryEnvironment } from "../contract/Chain.ts"
import type { ChainActions } from "../contract/ChainActions.ts"
import { discoverEvm } from "./discoverEvm.ts"
import type { EvmOptions } from "./index.ts"

/** Returns the chain module. Account actions load with the first account. */
export const makeModule = (options: EvmOptions): ChainModule<ChainActions> => {
  const { coinbase, connectors = [], descriptors = [] } = options
  let warn: DiscoveryEnvironment["warn"]
  return {
    discover: (environment, use) => {
      warn = environment.warn
      const { window } = environment
      return coinbase || isFramed(window)
        ? Effect.flatMap(
            Effect.promise(() => import("./ownWallets.ts").catch(() => null)),
            (late) =>
              discoverEvm(
                environment,
                [...(late?.findOwnWallets(window, options) ?? []), ...connectors],
                use,
              ),
          )
        : discoverEvm(environment, connectors, use)
    },
    actions: lazy(async () => (await import("./actions.ts")).makeEvmActions(descriptors, warn)),
  }
}

const isFramed = (window: DiscoveryEnvironment["window"]) =>
  window !== null && hasKey(window, "parent") && window.parent !== window

// Imported from here and not from the page's first script, which would name the files of these imports, too.
export const loadSessionConnector = async () =>
  (await import("../remote/eip155SessionConnector.ts")).eip155SessionConnector
