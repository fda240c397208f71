import { lazy } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ChainModule, DiscoveryEnvironment } from "../contract/Chain.ts"
import type { ChainActions } from "../contract/ChainActions.ts"
import type { Connector } from "../contract/Connector.ts"
import { discoverEvm } from "./discoverEvm.ts"
import type { DescriptorFile } from "./explain/DescriptorFile.ts"

/**
 * Returns the chain module. `connectors` precede all discovered wallets. Account actions load with the first account.
 */
export const evmModule = (
  connectors: readonly Connector[],
  descriptors: readonly DescriptorFile[],
  safeOrigins?: readonly string[],
): ChainModule<ChainActions> => {
  let warn: DiscoveryEnvironment["warn"]
  return {
    discover: (environment, use) => {
      warn = environment.warn
      const { window } = environment
      return isFramed(window)
        ? Effect.flatMap(
            Effect.promise(() => import("./safe/findSafe.ts").catch(() => null)),
            (safe) =>
              discoverEvm(environment, [...(safe?.findSafe(window, safeOrigins) ?? []), ...connectors], use),
          )
        : discoverEvm(environment, connectors, use)
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
