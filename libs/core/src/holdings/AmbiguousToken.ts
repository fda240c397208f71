import { Data } from "effect"

/** An error for several tokens of the account with this symbol: symbols are not unique. */
export class AmbiguousToken extends Data.TaggedError("AmbiguousToken")<{
  readonly symbol: string
  /** Plain addresses of their contracts, which identify the token. */
  readonly addresses: readonly string[]
}> {
  override get message() {
    return `Several tokens are called ${this.symbol}: ${this.addresses.join(", ")}`
  }
}
