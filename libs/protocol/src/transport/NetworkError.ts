import { Data } from "effect"

/**
 * A request to `host` without a response of its own: refused, reset, unresolved, aborted or redirected. `detail` never
 * contains a query string.
 */
export class NetworkError extends Data.TaggedError("NetworkError")<{
  readonly host: string
  readonly detail: string
  /** The host of a redirect, which is never followed; `""` where the platform hides it. */
  readonly redirectsTo?: string
}> {
  override get message() {
    return `No response from ${this.host}: ${this.detail}`
  }
}
