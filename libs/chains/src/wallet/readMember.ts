/** Reads a member of any thrown value. Never throws. */
export const readMember = (value: unknown, name: string): unknown => {
  try {
    return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
  } catch {
    return undefined
  }
}
