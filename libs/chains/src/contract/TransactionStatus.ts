import type { ChainTransaction } from "./Transfer.ts"

/**
 * Where an account and its chain stood just before a transaction left, as plain JSON, so that the transaction can be
 * looked for even if its hash never came. Only its chain reads it. For EVM: the account's next nonce and the newest block.
 * `waited` is noted later, on every chain: milliseconds until the wallet answered, decimal, where it took its time.
 */
export type SendCheckpoint = Readonly<Record<string, string>>

/** A transaction to be looked for. */
export interface TransactionQuery {
  /** Plain address of the sender; empty where only the hash is known. */
  readonly from: string
  /** What was asked for; `null` where only the hash is known. */
  readonly transaction: ChainTransaction | null
  readonly mark: SendCheckpoint | null
  /** `null` where the wallet never told. */
  readonly hash: string | null
  /** Hashes that belong to something else, even if they do the same. */
  readonly excludedHashes: readonly string[]
}

/** Where a transaction stands on its chain. */
export type TransactionStatus =
  /** No node that was asked knows it, and nothing has taken its place. It may still come. */
  | { readonly _tag: "Missing" }
  /**
   * A node has it. `hash` may differ from the one sought where the wallet has raised the fee. `mark`, where it is
   * there, is sharper than the one before: keep it in its place, and it is known at once should another transaction
   * take this one's place.
   */
  | { readonly _tag: "Pending"; readonly hash: string; readonly mark?: SendCheckpoint }
  | {
      readonly _tag: "Mined"
      readonly hash: string
      /** False where it reverted: then only the fee was taken. */
      readonly succeeded: boolean
      /** Height of its block. */
      readonly block: bigint
      /** UTC milliseconds of its block; `null` where the node did not say. */
      readonly at: number | null
      /** Base units of the network's own currency; `null` where the node did not say. */
      readonly fee: bigint | null
      /** Blocks on top, its own included: 1 or more. */
      readonly confirmations: number
    }
  /**
   * Another transaction of the same account is mined in its place. It can no longer come. Where nobody has ever seen
   * what is sought, its place is only presumed: then this is said late, and only if nothing else could be it.
   */
  | { readonly _tag: "Replaced"; readonly by: string }
  /** The same, by one that moves nothing: the person has taken it back. */
  | { readonly _tag: "Cancelled"; readonly by: string }
  /** It was not mined in time and can never be: nothing has moved, and nothing will. Source: Solana, the life of a blockhash. */
  | { readonly _tag: "Expired" }
