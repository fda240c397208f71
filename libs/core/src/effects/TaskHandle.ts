import { Cause, Deferred, Effect, Exit, type Fiber } from "effect"
import { EngineError } from "../problems/EngineError.ts"

/** Runs one effect at a time, independent of its caller. */
export interface TaskHandle {
  /**
   * Starts at once, after ending the previous effect.
   * @returns the outcome: fails with `Cancelled` when it was ended early, or when the handle's scope has closed:
   * then nothing starts.
   */
  readonly run: <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<Effect.Effect<A, E | EngineError>>
  /** Ends the running effect, without waiting for its clean-up. */
  readonly stop: Effect.Effect<void>
}

const makeCancelledError = () => new EngineError({ reason: { _tag: "Cancelled" } })

/** Makes a handle whose effect ends with the scope. */
export const makeTaskHandle = Effect.gen(function* () {
  const scope = yield* Effect.scope
  let running: Fiber.Fiber<unknown, unknown> | null = null

  const stop = Effect.sync(() => {
    const ended = running
    running = null
    ended?.interruptUnsafe()
  })

  const run = <A, E>(effect: Effect.Effect<A, E>) =>
    Effect.gen(function* () {
      yield* stop
      if (scope.state._tag === "Closed") return Effect.fail(makeCancelledError())
      const outcome = Deferred.makeUnsafe<A, E | EngineError>()
      const settle = (exit: Exit.Exit<A, E>) =>
        Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)
          ? Deferred.fail(outcome, makeCancelledError())
          : Deferred.done(outcome, exit)
      // Registered before the first step: the task may be stopped before its caller continues.
      const known = Effect.withFiber<A, E>((fiber) => {
        running = fiber
        return effect
      })
      yield* known.pipe(Effect.onExit(settle), Effect.forkIn(scope, { startImmediately: true }))
      return Deferred.await(outcome)
    })

  const slot: TaskHandle = { run, stop }
  return slot
})
