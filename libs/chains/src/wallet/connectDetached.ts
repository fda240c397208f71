import { Effect, Fiber } from "effect"
import type { ConnectorError } from "../contract/ConnectorError.ts"

/**
 * Prompts the user to connect and settles at once when interrupted. The prompt stays open: an approval after the
 * interruption goes to `late`.
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
