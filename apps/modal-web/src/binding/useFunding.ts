import { Effect } from "effect"
import { lazyService } from "./lazyService.ts"

/** Receiving and buying of a connected wallet. */
export const { useRoom: useFunding, isThere: fundingIsThere } = lazyService((engine) =>
  Effect.flatMap(engine.flows, ({ funding }) => funding),
)
