import type { HttpReason, NotAttempted } from "@wmodal/protocol"
import { Data } from "effect"
import type { ServerRejection } from "../serverRejection/ServerRejection.ts"

/** Why a call gave nothing. */
export type ApiReason =
  | HttpReason
  | NotAttempted
  /** The host of the page gave no endpoint for the call. */
  | { readonly _tag: "NoEndpoint" }
  /** The server serves this app not at all. */
  | { readonly _tag: "Refused"; readonly status: number; readonly refusal: ServerRejection }
  /** The reply is not what the contract says. `field` as in `data.3.name`; empty for the reply as a whole. */
  | { readonly _tag: "Malformed"; readonly field: string }

/** A call to an API that gave nothing. The text never holds a query, so no project id. */
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
      case "TimedOut":
        return `No response from ${this.host} in ${this.reason.milliseconds} ms`
      case "TooLarge":
        return `${this.host} sent more than ${this.reason.limit} bytes for ${this.call}`
      case "Malformed":
        return `${this.host} sent an invalid response to ${this.call}: ${this.reason.field || "body"}`
    }
  }

  /** For a screen: `HTTP status code 503` where a status is all that there is to tell, else what `message` says. */
  get onScreen(): string {
    return this.reason._tag === "Status" ? `HTTP status code ${this.reason.status}` : this.message
  }
}
