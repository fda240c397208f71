/**
 * Replaces effect's `Equal` in the published modal, where only causes compare: to leave out a reason that they have
 * already. They compare as before, but objects and arrays in an error are equal only if they are the same. With the hashes,
 * effect's own weigh over a kilobyte until Connect is interactive.
 */
export const symbol = "~effect/Equal"

const isObject = (value) => typeof value === "object" && value !== null

export const equals = (self, that) =>
  Object.is(self, that) || (isObject(self) && isObject(that) && symbol in self && self[symbol](that))
