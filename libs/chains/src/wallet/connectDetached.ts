import { Effect, Fiber } from "effect"
import type { ConnectorError } from "../contract/ConnectorError.ts"

/**
 * Asks a person to connect, and settles at once when interrupted. Detached: they may still approve in the wallet after
 * the page has given up waiting, and then `late` hears of it.
 */
export const connectDetached = <A>(
  asking: Effect.Effect<A, ConnectorError>,
  late: (given: A) => void,
): Effect.Effect<A, ConnectorError> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(Effect.forkDetach(asking), (fiber) =>
      Effect.onInterrupt(restore(Fiber.join(fiber)), () =>
        Effect.sync(() => {
          fiber.addObserver((exit) => {
            if (exit._tag === "Success") late(exit.value)
          })
        }),
      ),
    ),
  )
