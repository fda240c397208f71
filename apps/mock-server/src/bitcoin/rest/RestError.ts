import { Data } from "effect"
import type { ContentfulStatusCode } from "hono/utils/http-status"

/** An error with the plain text of an Esplora server. */
export class RestError extends Data.TaggedError("Refusal")<{
  readonly status: ContentfulStatusCode
  readonly text: string
}> {
  override get message() {
    return this.text
  }
}

export const notFoundError = (what: string): RestError =>
  new RestError({ status: 404, text: `${what} not found` })
