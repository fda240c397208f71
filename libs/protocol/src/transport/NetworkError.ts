import { Data } from "effect"

/** No response came from `host`: refused, reset, unresolved or aborted. `detail` never holds a query string. */
export class NetworkError extends Data.TaggedError("NetworkError")<{
  readonly host: string
  readonly detail: string
}> {
  override get message() {
    return `No response from ${this.host}: ${this.detail}`
  }
}
