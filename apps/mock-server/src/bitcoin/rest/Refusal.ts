import { Data } from "effect"
import type { ContentfulStatusCode } from "hono/utils/http-status"

/** A call that is refused in plain words, as an Esplora server refuses it. */
export class Refusal extends Data.TaggedError("Refusal")<{
  readonly status: ContentfulStatusCode
  readonly text: string
}> {
  override get message() {
    return this.text
  }
}

export const notFound = (what: string): Refusal => new Refusal({ status: 404, text: `${what} not found` })
