import type { Engine } from "@wmodal/core"
import { Effect } from "effect"
import { failedLoads } from "../shell/lazyChunk.tsx"
import { useEngine } from "./EngineContext.tsx"
import { readPromise } from "./readPromise.ts"

/** A part of the engine whose code comes when it is asked for. */
export const lazyService = <Room, E>(of: (engine: Engine) => Effect.Effect<Room, E>) => {
  const opened = new WeakMap<Engine, Promise<Room>>()
  return {
    /** Suspends until its code is there; throws where that does not come. */
    useRoom: (): Room => {
      const { engine } = useEngine()
      const known = opened.get(engine)
      if (known !== undefined) return readPromise(known)
      const opening = Effect.runPromise(of(engine))
      opened.set(engine, opening)
      // A render alone never loads again: it would do so for ever.
      opening.catch(() => failedLoads.add(() => opened.delete(engine)))
      return readPromise(opening)
    },
    /** Where it is there already, nothing suspends: a rendering that cannot wait needs that. */
    isThere: (engine: Engine, room: Room): void => {
      // As `readPromise` leaves a promise that has resolved.
      opened.set(engine, Object.assign(Promise.resolve(room), { status: "fulfilled", value: room }))
    },
  }
}
