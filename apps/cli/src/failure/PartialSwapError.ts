import { Data } from "effect"
import type { ItemError } from "./exitName.ts"

/** Of two steps the first has left, and the second has not. */
export class PartialSwapError extends Data.TaggedError("PartialSwapError")<{
  /** The approval's hash, or its id in the ledger. */
  readonly approval: string
  /** It is in a block: the exchange may take the amount. */
  readonly stands: boolean
  readonly itemError: ItemError
}> {}
