import { Data } from "effect"
import type { ContentfulStatusCode } from "hono/utils/http-status"

/** A rejected call of the secure site. The text is for the requester. */
export class SiteRejection extends Data.TaggedError("SiteRefusal")<{
  readonly status: ContentfulStatusCode
  readonly message: string
  /** The code of a wallet error, EIP-1193. */
  readonly code?: number
}> {}
