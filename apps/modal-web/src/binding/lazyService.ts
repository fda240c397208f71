import type { Engine } from "@wmodal/core"
import { Effect } from "effect"
import { failedLoads } from "../shell/lazyChunk.tsx"
import { useEngine } from "./EngineContext.tsx"
import { readPromise } from "./readPromise.ts"

/** Returns hooks for a part of the engine whose code loads on demand. */
export const lazyService = <Room, E>(of: (engine: Engine) => Effect.Effect<Room, E>) => {
  const opened = new WeakMap<Engine, Promise<Room>>()
  return {
    /** Suspends until the code is loaded; throws when loading fails. */
    useRoom: (): Room => {
      const { engine } = useEngine()
      const known = opened.get(engine)
      if (known !== undefined) return readPromise(known)
      const opening = Effect.runPromise(of(engine))
      opened.set(engine, opening)
      // A render alone never retries, because that would loop forever.
      opening.catch(() => failedLoads.add(() => opened.delete(engine)))
      return readPromise(opening)
    },
    /** Stores a part that is already loaded, so that a synchronous render does not suspend. */
    isThere: (engine: Engine, room: Room): void => {
      // The same fields as `readPromise` sets on a resolved promise.
      opened.set(engine, Object.assign(Promise.resolve(room), { status: "fulfilled", value: room }))
    },
  }
}
