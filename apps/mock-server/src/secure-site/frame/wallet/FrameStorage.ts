/** What the frame keeps between two visits: the session's token, and which device this is. Never a key or a code. */
export interface FrameStorage {
  /** `null` where there is none. */
  readonly read: (name: string) => string | null
  readonly write: (name: string, value: string) => void
  readonly remove: (name: string) => void
  /** Calls `told` when another tab may have changed something. Absent where there is but one. */
  readonly listen?: (told: () => void) => void
}
