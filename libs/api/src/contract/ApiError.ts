import type { HttpReason, NotAttempted } from "@wmodal/protocol"
import { Data } from "effect"
import type { ServerRejection } from "../serverRejection/ServerRejection.ts"

/** The reason of a failed call. */
export type ApiReason =
  | HttpReason
  | NotAttempted
  /** The host app has no endpoint for the call. */
  | { readonly _tag: "NoEndpoint" }
  /** The server rejects every call of this app. */
  | { readonly _tag: "Refused"; readonly status: number; readonly refusal: ServerRejection }
  /** The response does not match the contract. `field` as in `data.3.name`; empty for the response as a whole. */
  | { readonly _tag: "Malformed"; readonly field: string }

/** A failed API call. The message never contains a query, so no project id. */
export class ApiError extends Data.TaggedError("ApiError")<{
  readonly host: string
  /** The call's path pattern, such as `/v1/identity/:address`. */
  readonly call: string
  readonly reason: ApiReason
}> {
  override get message() {
    switch (this.reason._tag) {
      case "BackedOff":
        return `Requests to ${this.host} are paused until ${new Date(this.reason.until).toISOString()}`
      case "BudgetExhausted":
        return `The request budget for ${this.host} is used up`
      case "NoEndpoint":
        return `No endpoint is configured for ${this.call}`
      case "Refused":
        return `HTTP status code: ${this.reason.status}: ${this.reason.refusal.message}`
      case "Status":
        return `HTTP status code: ${this.reason.status}`
      case "Unreachable":
        return `No response from ${this.host}: ${this.reason.detail}`
      case "Redirected":
        return `${this.host} redirects${this.reason.to && ` to ${this.reason.to}`}, which is not followed`
      case "TimedOut":
        return `No response from ${this.host} in ${this.reason.milliseconds} ms`
      case "TooLarge":
        return `${this.host} sent more than ${this.reason.limit} bytes for ${this.call}`
      case "Malformed":
        return `${this.host} sent an invalid response to ${this.call}: ${this.reason.field || "body"}`
    }
  }

  /** Returns a text for the UI: `HTTP status code 503` when the status is the only detail, else the `message`. */
  get onScreen(): string {
    return this.reason._tag === "Status" ? `HTTP status code ${this.reason.status}` : this.message
  }
}
