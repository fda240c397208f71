/**
 * What a page must know before it loads the engine, and so without a single import:
 * whether there is a session to take up again.
 */

/** Holds, per namespace, the wallet that was connected: `{ v: 1, data: { eip155: { id, name, icon } } }`. */
export const sessionsKey = "@wmodal/sessions"

/**
 * Whether an earlier visit left a session. `read` is the storage's own `getItem`; it may throw.
 * What it finds is decoded properly by the engine: this says only whether loading that is worth it.
 */
export const hasSession = (read: (key: string) => string | null): boolean => {
  try {
    return /"data":{"/.test(read(sessionsKey) ?? "")
  } catch {
    return false
  }
}
