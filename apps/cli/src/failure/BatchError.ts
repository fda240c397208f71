import { Data } from "effect"
import type { ItemError } from "./exitName.ts"

/** Returns the failure of a line before anything was sent. */
export const lineError = (line: number, itemError: ItemError): BatchError =>
  new BatchError({ line, itemError, sent: 0 })

/** The failure of a batch and the line at which it stopped. */
export class BatchError extends Data.TaggedError("BatchError")<{
  readonly line: number
  readonly itemError: ItemError
  /** The number of payments that were sent or may have been sent. */
  readonly sent: number
}> {}
