import { Effect } from "effect"
import type { ChainModule, DiscoveryEnvironment } from "../contract/Chain.ts"
import type { Connector } from "../contract/Connector.ts"
import { discoverEvm } from "./discoverEvm.ts"
import type { DescriptorFile } from "./explain/DescriptorFile.ts"

/** `connectors` are found before anything on the page is. What is done with an account arrives once there is one. */
export const evmModule = (
  connectors: readonly Connector[],
  descriptors: readonly DescriptorFile[],
): ChainModule => {
  let warn: DiscoveryEnvironment["warn"]
  return {
    discover: (environment) => {
      warn = environment.warn
      return discoverEvm(environment, connectors)
    },
    actions: Effect.promise(async () => (await import("./actions.ts")).makeEvmActions(descriptors, warn)),
  }
}
