import { Data } from "effect"

/** A request that is too long to be reviewed. No wallet received it, and no act of the user lets it pass. */
export class RequestTooLong extends Data.TaggedError("RequestTooLong")<{
  readonly what: "bytes" | "commands" | "lines" | "outcomes" | "transactions"
  /** How many it has; at least, where counting all would take long. */
  readonly count: number
  /** How many can be reviewed. */
  readonly most: number
}> {
  /** The code of the response to the dApp: invalid params. Source: EIP-1474. */
  readonly code = -32602

  override get message() {
    return `The request has ${this.count} ${this.what}, and at most ${this.most} can be reviewed. No wallet received it.`
  }
}
