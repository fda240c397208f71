import { Data } from "effect"
import type { ContentfulStatusCode } from "hono/utils/http-status"

/** A call that is refused in plain words, as an Esplora server refuses it. */
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
