/** The result of one check. */
export interface Check {
  /** A stable name for scripts. */
  readonly name: string
  /** `noted` is information and no failure. */
  readonly status: "ok" | "noted" | "failed"
  readonly about: "machine" | "network"
  /** The result as text, without secrets and query strings. */
  readonly detail: string
  /** The duration in milliseconds, absent for checks without a request. */
  readonly ms?: number
}
