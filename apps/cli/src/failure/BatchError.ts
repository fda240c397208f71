import { Data } from "effect"
import type { ItemError } from "./exitName.ts"

/** What stopped a batch, and at which line of it. */
export class BatchError extends Data.TaggedError("BatchError")<{
  readonly line: number
  readonly itemError: ItemError
  /** How many payments had been sent, or may have been. */
  readonly sent: number
}> {}
