import type { ChainTransaction } from "./Transfer.ts"

/**
 * The state of an account and its chain just before a transaction is sent, as plain JSON, so that the transaction can
 * be found even without its hash. Only its chain decodes it. For EVM: the account's next nonce and the newest block.
 * `hash` is there if it was computed from signed bytes: then it is no wallet's claim.
 * `waited` is added later, on every chain: milliseconds until the wallet responded, decimal, if the response was slow.
 * `searched` is added to that of a contract account while its owners may still sign: no node has a transaction yet, and
 * the chain was searched up to this height.
 */
export type SendCheckpoint = Readonly<Record<string, string>>

/** What signed bytes say of themselves. */
export interface SignedFacts {
  /** Plain address of the account whose nonce or blockhash they use; `null` if they do not tell it. */
  readonly from: string | null
  /** To add to the checkpoint: nonce, inputs or fee payer, by which a replacement is found, and the hash itself. */
  readonly mark: SendCheckpoint
}

/** A query for a transaction. */
export interface TransactionQuery {
  /** Plain address of the sender; empty if only the hash is known. */
  readonly from: string
  /**
   * Plain address of the account that made the request, if another one may be the sender, such as that of a batch. What
   * it reports of its own calls counts; absent if that is `from`.
   */
  readonly account?: string
  /** The requested transaction; `null` if only the hash is known. */
  readonly transaction: ChainTransaction | null
  readonly mark: SendCheckpoint | null
  /** `null` if the wallet never reported it. */
  readonly hash: string | null
  /** Hashes of other known transactions, even if they do the same. */
  readonly excludedHashes: readonly string[]
}

/** The status of a transaction on its chain. */
export type TransactionStatus =
  /** No queried node knows it, and no other transaction has replaced it. It may still appear. */
  | { readonly _tag: "Missing" }
  /**
   * A node has it in its mempool. `hash` may differ from the queried one if the wallet has raised the fee. `mark`, if
   * present, is a more exact checkpoint: store it in place of the previous one, so that a replacement is detected
   * immediately.
   */
  | { readonly _tag: "Pending"; readonly hash: string; readonly mark?: SendCheckpoint }
  | {
      readonly _tag: "Mined"
      readonly hash: string
      /** False if it, or the account's call in it, reverted: then only the fee was charged. `null` if no node says so and nothing else proves it. */
      readonly succeeded: boolean | null
      /**
       * True if the account itself reports that some of its calls failed, or may have: then no wallet's word for a success
       * counts. Absent if it does not. Sources: Safe, ERC-7579.
       */
      readonly accountFailed?: true
      /** Height of its block. */
      readonly block: bigint
      /** UTC milliseconds of its block; `null` if the node did not report it. */
      readonly at: number | null
      /** Base units of the native currency; `null` if the node did not report it. */
      readonly fee: bigint | null
      /** Blocks on top, its own included: 1 or more. */
      readonly confirmations: number
    }
  /**
   * Another transaction of the same account is mined in its place, so it can no longer be mined. If no node has ever
   * seen the queried transaction, its nonce is inferred: then this is reported only after a delay and if no other
   * transaction matches.
   */
  | { readonly _tag: "Replaced"; readonly by: string }
  /** Replaced by a transaction that moves no assets: the user cancelled it. */
  | { readonly _tag: "Cancelled"; readonly by: string }
  /**
   * It was not mined in time and can never be: no assets moved or will move. Source: Solana, the life of a blockhash.
   */
  | { readonly _tag: "Expired" }
