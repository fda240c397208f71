import { readMember } from "@wmodal/chains/internal"

/** Calls a method of one of the client's emitters, which its types do not declare. */
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

/** Returns the names of events with listeners. */
export const getEventNames = (emitter: unknown): readonly string[] => {
  const names = callEmitter(emitter, "eventNames", [])
  return Array.isArray(names) ? names.filter((name) => typeof name === "string") : []
}
