import { readMember } from "@wmodal/chains/internal"

/** An emitter of the client's own, as far as it is one: its types tell of none of these. */
const callEmitter = (emitter: unknown, method: string, given: readonly unknown[]): unknown => {
  const own = readMember(emitter, method)
  return typeof own === "function" ? Reflect.apply(own, emitter, given) : undefined
}

export const emit = (emitter: unknown, name: string, value: unknown): void => {
  callEmitter(emitter, "emit", [name, value])
}

export const once = (emitter: unknown, name: string, listener: () => void): void => {
  callEmitter(emitter, "once", [name, listener])
}

/** What somebody listens to. */
export const getEventNames = (emitter: unknown): readonly string[] => {
  const names = callEmitter(emitter, "eventNames", [])
  return Array.isArray(names) ? names.filter((name) => typeof name === "string") : []
}
