import { Data } from "effect"
import type { ContentfulStatusCode } from "hono/utils/http-status"

/** What the secure site does not do. The text is for who asked. */
export class SiteRejection extends Data.TaggedError("SiteRefusal")<{
  readonly status: ContentfulStatusCode
  readonly message: string
  /** Of a wallet's own error, EIP-1193. */
  readonly code?: number
}> {}
