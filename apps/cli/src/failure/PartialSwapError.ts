import { Data } from "effect"
import type { ItemError } from "./exitName.ts"

/** The failure of a swap after its approval was sent. */
export class PartialSwapError extends Data.TaggedError("PartialSwapError")<{
  /** The hash of the approval or its id in the ledger. */
  readonly approval: string
  /** The approval is in a block: the exchange may spend the amount. */
  readonly stands: boolean
  readonly itemError: ItemError
}> {}
