/** The members of a union that declare a key; for a value of which no key is known, the value with that key. */
type WithKey<T extends object, K extends string> = [Declaring<T, K>] extends [never]
  ? T & Readonly<Record<K, unknown>>
  : Declaring<T, K>
type Declaring<T extends object, K extends string> = T extends unknown
  ? K extends keyof T
    ? T
    : never
  : never

/**
 * Tells whether a value has a key, of its own or of its class, and narrows as `in` does. What a script of the page adds
 * to `Object.prototype` is no key of any value: with `in`, a payment without a hash would have one.
 */
export const hasKey = <T extends object, const K extends string>(value: T, key: K): value is WithKey<T, K> =>
  Object.hasOwn(value, key) ||
  (key in value && Reflect.get(value, key) !== Reflect.get(Object.prototype, key))
