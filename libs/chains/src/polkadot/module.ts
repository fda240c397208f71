import { lazy } from "@wmodal/protocol"
import type { ChainModule } from "../contract/Chain.ts"
import type { SigningActions } from "../contract/ChainActions.ts"
import type { PolkadotOptions } from "./index.ts"
import { discoverInjected } from "./injected/discoverInjected.ts"

/** The code for accounts is loaded with the first account. */
export const makeModule = ({ connectors = [] }: PolkadotOptions): ChainModule<SigningActions> => ({
  discover: (environment, use) => discoverInjected(environment, connectors, use),
  actions: lazy(async () => (await import("./actions.ts")).polkadotActions),
})

// Imported from here and not from the page's first script, which would name the files of these imports, too.
export const loadSessionConnector = async () =>
  (await import("../remote/polkadotSessionConnector.ts")).polkadotSessionConnector
