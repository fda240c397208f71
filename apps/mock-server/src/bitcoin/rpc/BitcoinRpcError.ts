import { Data } from "effect"

/** A call that a node does not carry out, in bitcoind's codes and words. */
export class BitcoinRpcError extends Data.TaggedError("RpcRefusal")<{
  readonly code: number
  readonly text: string
}> {
  override get message() {
    return this.text
  }
}
