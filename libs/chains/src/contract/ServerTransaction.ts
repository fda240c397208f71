import type { RpcError } from "@wmodal/protocol"
import { Data, type Effect } from "effect"
import type { ChainClient } from "./ChainActions.ts"
import type { ChainTransaction } from "./Transfer.ts"

/** A transaction that a server made for an account, ready for review and signature. */
export interface ServerTransaction {
  readonly transaction: ChainTransaction
  /** The network fee that the account pays, in base units of the native currency. Zero if another account pays it. */
  readonly fee: bigint
}

/**
 * Decodes the transaction that a server made for an account, and checks what the account would sign. Without a signature
 * the account becomes the fee payer, and the blockhash is a new one. Source: Solana Pay, transaction requests.
 */
export type ReadServerTransaction = (
  request: ChainClient & {
    /** Plain. */
    readonly from: string
    /** The server's text: base64 of a serialized transaction. */
    readonly text: string
  },
) => Effect.Effect<ServerTransaction, RpcError | ServerTransactionRejected>

/** Why a server's transaction must not be signed. `signer` is a plain address. */
export type ServerTransactionReason =
  /** Not a serialized transaction of this chain. */
  | { readonly _tag: "Malformed" }
  /** A signature in it is not valid. */
  | { readonly _tag: "Signature"; readonly signer: string }
  /** It needs the signature of another account, which it does not have. */
  | { readonly _tag: "Signer"; readonly signer: string }
  /** It needs no signature of the account. */
  | { readonly _tag: "NotAsked" }
  /** It is signed for a block that is too old, or of another network. */
  | { readonly _tag: "Expired" }

/** A server's transaction that must not be signed. */
export class ServerTransactionRejected extends Data.TaggedError("ServerTransactionRejected")<{
  readonly reason: ServerTransactionReason
}> {
  override get message() {
    switch (this.reason._tag) {
      case "Malformed":
        return "This is not a valid transaction."
      case "Signature":
        return `The signature of ${this.reason.signer} is not valid.`
      case "Signer":
        return `The signature of ${this.reason.signer} is missing.`
      case "NotAsked":
        return "The transaction needs no signature of the account."
      case "Expired":
        return "The transaction has expired."
    }
  }
}
