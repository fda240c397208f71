/** A payment that a person asked for. Addresses are plain. */
export interface Transfer {
  readonly from: string
  readonly to: string
  /** The token's contract; `null` for the network's own currency. */
  readonly token: string | null
  /** Base units. */
  readonly amount: bigint
}

/**
 * A chain's own transaction as plain JSON: it goes to the wallet, into storage and back. Only its chain reads it.
 * For EVM: `to`, `value`, `data` and, where decided, `gas` and fees, all 0x-hex.
 */
export type ChainTransaction = Readonly<Record<string, string | null>>

/** What the network takes, in base units of its own currency. */
export interface Fee {
  /** What it will likely be. */
  readonly expected: bigint
  /** What it can be at most; that much must be there. */
  readonly most: bigint
  /** Goes into the transaction as it is, so that the wallet asks for what the person saw. Only its chain reads it. */
  readonly transactionFields: ChainTransaction
  /** How long until a transaction is in a block, in seconds; `null` where nobody can say. */
  readonly seconds: number | null
  /** What of `expected` a person should know by its name; absent where it is one thing. */
  readonly parts?: readonly FeePart[]
}

/** What a fee is made of. Amounts in base units of the network's own currency. */
export type FeePart =
  /** Paid to come first. Source: Solana, the price of a compute unit. */
  | { readonly _tag: "Priority"; readonly amount: bigint }
  /** Stays in the account that is opened for the recipient's tokens, and is theirs. Source: Solana, rent exemption. */
  | { readonly _tag: "Rent"; readonly amount: bigint }
  /** All of it: so much for each virtual byte of the transaction. Source: BIP-141. */
  | { readonly _tag: "Rate"; readonly perVbyte: number; readonly vbytes: number }

/** What somebody would hold of one thing before and after. Base units. */
export interface BalanceChange {
  /** The token's contract; `null` for the network's own currency. */
  readonly token: string | null
  readonly before: bigint
  readonly after: bigint
}

/** What a transaction would do, found out by running it without sending it. */
export type TransferSimulation =
  /**
   * `sender` is the sender's balances without the fee, `recipient` what reaches the recipient: less than sent where a
   * token takes a fee. What is sent comes first; the network's own currency follows a token where it changes too.
   */
  | {
      readonly _tag: "Simulated"
      readonly sender: readonly BalanceChange[]
      readonly recipient: readonly BalanceChange[]
    }
  /** It would fail; `text` is the contract's own reason, stripped and at most 200 characters, or empty. */
  | { readonly _tag: "Reverts"; readonly text: string }
  /** No node can say. */
  | { readonly _tag: "Unavailable" }

/** What transactions of one account, run one after the other without sending them, would do to what it holds. */
export type SimulationResult =
  /**
   * Without the fees. The network's own currency first, then the tokens that were asked about, in their order, then what
   * else changes, as far as it says so. What does not tell its balance is missing.
   */
  | { readonly _tag: "Simulated"; readonly changes: readonly BalanceChange[] }
  /** The transaction at this place would fail; `text` is the contract's own reason, stripped and at most 200 characters, or empty. */
  | { readonly _tag: "Reverts"; readonly at: number; readonly text: string }
  /** No node can say. */
  | { readonly _tag: "Unavailable" }
