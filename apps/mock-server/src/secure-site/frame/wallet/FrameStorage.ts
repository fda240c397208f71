/** The frame's persistent storage of session tokens and the device ID. It never contains codes or the wallet's keys. */
export interface FrameStorage {
  /** `null` when absent. */
  readonly read: (name: string) => string | null
  readonly write: (name: string, value: string) => void
  readonly remove: (name: string) => void
  /** Calls `told` after possible changes by another tab. Absent when there is only one tab. */
  readonly listen?: (told: () => void) => void
}
