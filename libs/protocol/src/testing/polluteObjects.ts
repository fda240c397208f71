/**
 * Adds enumerable members to `Object.prototype`, as old libraries of a host page do. Each is a function, unless `value` is given.
 *
 * @returns a function that removes them
 */
export const polluteObjects = (names: readonly string[], value: unknown = () => "added"): (() => void) => {
  for (const name of names)
    Reflect.defineProperty(Object.prototype, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  return () => {
    for (const name of names) Reflect.deleteProperty(Object.prototype, name)
  }
}
