import { FrameRefusal } from "@wmodal/frame-rpc/frame"
import { Deferred, Effect, Exit } from "effect"

/** A group of effects that are aborted together. Effects that run later are not affected. */
export const makeAbortGroup = () => {
  let aborted = Deferred.makeUnsafe<never, FrameRefusal>()
  return {
    abort: () => {
      const before = aborted
      aborted = Deferred.makeUnsafe()
      Deferred.doneUnsafe(before, Exit.fail(new FrameRefusal({ text: "Request was aborted" })))
    },
    untilAborted: <A>(effect: Effect.Effect<A, FrameRefusal>) =>
      Effect.suspend(() => Effect.raceFirst(effect, Deferred.await(aborted))).pipe(Effect.interruptible),
  }
}
