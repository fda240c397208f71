import { Data } from "effect"

/**
 * A request to `host` without a response: refused, reset, unresolved or aborted. `detail` never contains a query
 * string.
 */
export class NetworkError extends Data.TaggedError("NetworkError")<{
  readonly host: string
  readonly detail: string
}> {
  override get message() {
    return `No response from ${this.host}: ${this.detail}`
  }
}
