/** One thing that was looked at. */
export interface Check {
  /** Stable, for scripts. */
  readonly name: string
  /** `noted`: worth knowing, and no reason to fail. */
  readonly status: "ok" | "noted" | "failed"
  readonly about: "machine" | "network"
  /** In words. No secret, no query string. */
  readonly detail: string
  /** How long it took, milliseconds; absent where nothing was waited for. */
  readonly ms?: number
}
