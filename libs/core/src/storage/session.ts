/** Reads stored sessions without a single import, for an app that decides whether to load the engine. */

/** Holds, per namespace, the wallet that was connected: `{ v: 1, data: { eip155: { id, name, icon } } }`. */
export const sessionsKey = "@wmodal/sessions"

/**
 * Returns true when an earlier visit left a session. `read` is the storage's own `getItem`; it may throw. The engine
 * decodes the record: this only decides whether to load it.
 */
export const hasSession = (read: (key: string) => string | null): boolean => {
  try {
    return /"data":{"/.test(read(sessionsKey) ?? "")
  } catch {
    return false
  }
}
