import { Effect } from "effect"
import type { ChainModule } from "../contract/Chain.ts"
import type { Connector } from "../contract/Connector.ts"
import { discoverSolana } from "./discover.ts"

/** `connectors` are found before anything on the page is. What is done with an account arrives once there is one. */
export const solanaModule = (connectors: readonly Connector[]): ChainModule => ({
  discover: (environment) => discoverSolana(environment, connectors),
  actions: Effect.promise(async () => (await import("./actions.ts")).solanaActions),
})
