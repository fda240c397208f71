import type { Engine } from "@wmodal/core"
import { Effect } from "effect"
import { use } from "react"
import { useEngine } from "./EngineContext.tsx"

/** A part of the engine whose code comes when it is asked for. */
export const lateRoom = <Room, E>(of: (engine: Engine) => Effect.Effect<Room, E>) => {
  const opened = new WeakMap<Engine, Promise<Room>>()
  return {
    /** Suspends until its code is there; throws where that does not come. */
    useRoom: (): Room => {
      const { engine } = useEngine()
      const known = opened.get(engine)
      if (known !== undefined) return use(known)
      const opening = Effect.runPromise(of(engine))
      opened.set(engine, opening)
      // The next time that a view asks, it is tried again.
      opening.catch(() => opened.delete(engine))
      return use(opening)
    },
    /** Where it is there already, nothing suspends: a rendering that cannot wait needs that. */
    isThere: (engine: Engine, room: Room): void => {
      // What React itself writes on a promise that it has seen to the end.
      opened.set(engine, Object.assign(Promise.resolve(room), { status: "fulfilled", value: room }))
    },
  }
}
