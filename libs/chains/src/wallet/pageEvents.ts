import { Effect } from "effect"

/** Listens to an event as long as the scope is open. */
export const listen = (target: EventTarget, type: string, listener: (event: Event) => void) =>
  Effect.acquireRelease(
    Effect.sync(() => target.addEventListener(type, listener)),
    () => Effect.sync(() => target.removeEventListener(type, listener)),
  )

/** Any code of the page may dispatch the event, with any `detail`. */
export const readEventDetail = (event: Event): unknown => {
  try {
    return Reflect.get(event, "detail")
  } catch {
    return undefined
  }
}
