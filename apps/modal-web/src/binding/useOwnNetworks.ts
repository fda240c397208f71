import { Effect } from "effect"
import { lazyService } from "./lazyService.ts"

/** The networks that the user adds and removes. */
export const { useRoom: useOwnNetworks, isThere: ownNetworksAreThere } = lazyService((engine) =>
  Effect.flatMap(engine.flows, ({ ownNetworks }) => ownNetworks),
)
