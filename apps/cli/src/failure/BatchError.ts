import { Data } from "effect"
import type { Mishap } from "./exitOf.ts"

/** What stopped a batch, and at which line of it. */
export class BatchError extends Data.TaggedError("BatchError")<{
  readonly line: number
  readonly mishap: Mishap
  /** How many payments had been sent, or may have been. */
  readonly sent: number
}> {}
