import { Effect } from "effect"
import { lazyService } from "./lazyService.ts"

/** Names of the registry. */
export const { useRoom: useNames, isThere: namesAreThere } = lazyService((engine) =>
  Effect.flatMap(engine.flows, ({ names }) => names),
)
