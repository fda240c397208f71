/**
 * Reads a member of any value, of its own or of its class. What a script of the page adds to `Object.prototype` is no
 * member. Never throws.
 */
export const readMember = (value: unknown, name: string): unknown => {
  try {
    if (typeof value !== "object" || value === null) return undefined
    const member: unknown = Reflect.get(value, name)
    return Object.hasOwn(value, name) || member !== Reflect.get(Object.prototype, name) ? member : undefined
  } catch {
    return undefined
  }
}
