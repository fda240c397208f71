import type { Flows } from "@wmodal/core"
import { Effect } from "effect"
import { use } from "react"
import { useEngine } from "./EngineContext.tsx"

const opened = new WeakMap<object, Promise<Flows>>()

/** What a connected wallet is for. Suspends until its code is there; throws where that does not come. */
export const useFlows = (): Flows => {
  const { engine } = useEngine()
  const known = opened.get(engine)
  if (known !== undefined) return use(known)
  const opening = Effect.runPromise(engine.flows)
  opened.set(engine, opening)
  // The next time that a view asks, it is tried again.
  opening.catch(() => opened.delete(engine))
  return use(opening)
}

/** Where they are there already, nothing suspends: a rendering that cannot wait needs that. */
export const flowsAreThere = (engine: object, flows: Flows): void => {
  // What React itself writes on a promise that it has seen to the end.
  opened.set(engine, Object.assign(Promise.resolve(flows), { status: "fulfilled", value: flows }))
}
