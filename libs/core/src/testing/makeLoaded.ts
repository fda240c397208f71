import type { Lazy } from "@wmodal/protocol"

/** Makes a late part that is loaded from the start. */
export const makeLoaded = <A>(value: A): Lazy<A> => ({
  now: () => value,
  get: () => Promise.resolve(value),
  preload: () => {},
})
