import type { Engine } from "@wmodal/core"
import { Effect } from "effect"
import { lazyChunk } from "../shell/lazyChunk.tsx"
import { useEngine } from "./EngineContext.tsx"

/** Returns hooks for a part of the engine whose code loads on demand. */
export const lazyService = <Room, E>(of: (engine: Engine) => Effect.Effect<Room, E>) => {
  const readers = new WeakMap<Engine, () => Room>()
  return {
    /** Suspends until the code is loaded; throws when loading fails. */
    useRoom: (): Room => {
      const { engine } = useEngine()
      const read = readers.get(engine) ?? lazyChunk(() => Effect.runPromise(of(engine))).read
      readers.set(engine, read)
      return read()
    },
    /** Stores a part that is already loaded, so that a synchronous render does not suspend. */
    isThere: (engine: Engine, room: Room): void => {
      readers.set(engine, () => room)
    },
  }
}
