import { Effect } from "effect"
import { lazyService } from "./lazyService.ts"

/** What apps may spend without asking. */
export const { useRoom: useSpendingSessions, isThere: sessionsAreThere } = lazyService((engine) =>
  Effect.flatMap(engine.flows, ({ sessions }) => sessions),
)
