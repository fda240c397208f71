import { member } from "@wmodal/chains/internal"

/** An emitter of the client's own, as far as it is one: its types tell of none of these. */
const call = (emitter: unknown, method: string, given: readonly unknown[]): unknown => {
  const own = member(emitter, method)
  return typeof own === "function" ? Reflect.apply(own, emitter, given) : undefined
}

export const emit = (emitter: unknown, name: string, value: unknown): void => {
  call(emitter, "emit", [name, value])
}

export const once = (emitter: unknown, name: string, listener: () => void): void => {
  call(emitter, "once", [name, listener])
}

/** What somebody listens to. */
export const namesIn = (emitter: unknown): readonly string[] => {
  const names = call(emitter, "eventNames", [])
  return Array.isArray(names) ? names.filter((name) => typeof name === "string") : []
}
