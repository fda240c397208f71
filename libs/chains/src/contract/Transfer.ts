/** A payment that the user requested. Addresses are plain. */
export interface Transfer {
  readonly from: string
  readonly to: string
  /** The token's contract; `null` for the native currency. */
  readonly token: string | null
  /** Base units. */
  readonly amount: bigint
  /** The text of a memo. Only where a payment link of the chain has one. Source: Solana Pay. */
  readonly memo?: string
  /** Plain addresses that the payment mentions, read-only and without a signature. Source: Solana Pay. */
  readonly references?: readonly string[]
}

/**
 * A chain's own transaction as plain JSON: it goes to the wallet, into storage and back. Only its chain decodes it. For
 * EVM: `to`, `value`, `data` and, if decided, `gas` and fees, all 0x-hex.
 */
export type ChainTransaction = Readonly<Record<string, string | null>>

/** A network fee, in base units of the native currency. */
export interface Fee {
  /** The likely fee. */
  readonly expected: bigint
  /** The maximum fee; the balance must cover it. */
  readonly most: bigint
  /** Added to the transaction unchanged, so that the wallet receives the reviewed fee. Only its chain decodes it. */
  readonly transactionFields: ChainTransaction
  /** Expected time until the transaction is in a block, in seconds; `null` if unknown. */
  readonly seconds: number | null
  /** True if perhaps no key can spend what the recipient gets; found with the fee. Absent otherwise. Source: Solana. */
  readonly isRecipientKeyless?: true
  /** The parts of `expected` that the user should see by name; absent if the fee is undivided. */
  readonly parts?: readonly FeePart[]
}

/** A part of a fee. Amounts in base units of the native currency. */
export type FeePart =
  /** Paid for earlier inclusion. Source: Solana, the price of a compute unit. */
  | { readonly _tag: "Priority"; readonly amount: bigint }
  /**
   * A deposit in the account that is opened for the recipient's tokens; it belongs to the recipient. Source: Solana,
   * rent exemption.
   */
  | { readonly _tag: "Rent"; readonly amount: bigint }
  /** The whole fee: a price per virtual byte of the transaction. Source: BIP-141. */
  | { readonly _tag: "Rate"; readonly perVbyte: number; readonly vbytes: number }

/** The balance of one asset before and after. Base units. */
export interface BalanceChange {
  /** The token's contract; `null` for the native currency. */
  readonly token: string | null
  readonly before: bigint
  readonly after: bigint
  /**
   * For a token that is the native currency by another name, so that both balances are one: the base units of the native
   * currency in one of its own. Absent for a ledger of its own.
   */
  readonly nativeUnits?: bigint
  /** What the token's own contract says, sanitized; absent if it was not asked, or does not describe itself. */
  readonly unit?: { readonly symbol: string; readonly decimals: number }
}

/** The simulated result of a transfer. */
export type TransferSimulation =
  /**
   * `sender` is the sender's balances without the fee, `recipient` the balance that reaches the recipient: less than
   * sent if a token charges a fee. The sent asset is first; the native currency follows a token if it changes too.
   */
  | {
      readonly _tag: "Simulated"
      readonly sender: readonly BalanceChange[]
      readonly recipient: readonly BalanceChange[]
    }
  /** It would revert; `text` is the contract's own reason, stripped and at most 200 characters, or empty. */
  | { readonly _tag: "Reverts"; readonly text: string }
  /** No node can simulate it. */
  | { readonly _tag: "Unavailable" }

/** A collectible that leaves or arrives. Source: ERC-1155, ERC-6909. */
export interface CollectibleMove {
  /** Checksummed address of the collection. */
  readonly collection: string
  readonly id: bigint
  /** Negative when it leaves. */
  readonly amount: bigint
}

/** The simulated result of consecutive transactions of one account on its balances. */
export type SimulationResult =
  /**
   * Balances without the fees. The native currency is first, then the requested tokens in their order, then other
   * changed assets that report it. Assets that do not report a balance are missing.
   */
  | {
      readonly _tag: "Simulated"
      readonly changes: readonly BalanceChange[]
      /** The collectibles that leave or arrive, of collections whose balance has no meaning without an id. */
      readonly moves?: readonly CollectibleMove[]
    }
  /**
   * The transaction at this index would revert; `text` is the contract's own reason, stripped and at most 200
   * characters, or empty.
   */
  | { readonly _tag: "Reverts"; readonly at: number; readonly text: string }
  /** No node can simulate it. */
  | { readonly _tag: "Unavailable" }
