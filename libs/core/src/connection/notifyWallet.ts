import type { Connector } from "@wmodal/chains"
import { Clock } from "@wmodal/protocol"
import { Effect, Fiber, Scope } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"

/** Milliseconds for a wallet to hear of a disconnect. */
const disconnectTimeoutMs = 3_000

/** Tells a wallet that it is disconnected. Never fails. @returns whether it confirmed in time */
export const tellWallet = (connector: Connector): Effect.Effect<boolean> =>
  catchDefects(connector.disconnect).pipe(
    Effect.as(true),
    Effect.catch(() => Effect.succeed(false)),
    Clock.timeoutOrElse({ duration: disconnectTimeoutMs, orElse: () => Effect.succeed(false) }),
  )

/**
 * Tells a wallet in the background: it may refuse or never answer, and is disconnected here all the same. A program
 * that closes the scope meanwhile waits for it.
 */
export const notifyWallet = (connector: Connector, scope: Scope.Scope): Effect.Effect<void> =>
  Effect.flatMap(Effect.forkDetach(tellWallet(connector), { startImmediately: true }), (notice) =>
    Scope.addFinalizer(scope, Fiber.await(notice)),
  )
