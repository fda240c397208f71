import { Data } from "effect"

/** An error response with bitcoind's code and text. */
export class BitcoinRpcError extends Data.TaggedError("RpcRefusal")<{
  readonly code: number
  readonly text: string
}> {
  override get message() {
    return this.text
  }
}
