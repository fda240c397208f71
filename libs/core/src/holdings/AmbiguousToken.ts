import { Data } from "effect"

/** Several tokens of the account have this symbol: anybody may give a token any. */
export class AmbiguousToken extends Data.TaggedError("AmbiguousToken")<{
  readonly symbol: string
  /** Plain addresses of their contracts: one of them says which is meant. */
  readonly addresses: readonly string[]
}> {
  override get message() {
    return `Several tokens are called ${this.symbol}: ${this.addresses.join(", ")}`
  }
}
