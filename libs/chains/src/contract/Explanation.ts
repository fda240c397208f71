import type { ChainTransaction, SimulationResult } from "./Transfer.ts"
import type { WalletCall } from "./WalletCalls.ts"

/**
 * A request to a wallet, as plain data: the reviewed request is the one that is sent. Source: EIP-1193, EIP-712,
 * EIP-5792.
 */
export type WalletRequest =
  | { readonly _tag: "Transaction"; readonly transaction: ChainTransaction }
  /** Several independent transactions, in this order. */
  | {
      readonly _tag: "Transactions"
      readonly transactions: readonly [ChainTransaction, ...ChainTransaction[]]
    }
  | { readonly _tag: "Calls"; readonly calls: readonly [WalletCall, ...WalletCall[]] }
  /** EIP-712 JSON as text. */
  | { readonly _tag: "TypedData"; readonly typedData: string }
  /** A text. Its UTF-8 bytes are signed, also when it looks like hex. */
  | { readonly _tag: "Message"; readonly message: string }
  /** Bytes that are no text, as 0x-hex. They are signed as they are. */
  | { readonly _tag: "MessageBytes"; readonly bytes: string }
  /** A signing or sending request that cannot be decoded. `params` is JSON. */
  | { readonly _tag: "Other"; readonly method: string; readonly params: string }

/** A request to sign a message. */
export type MessageRequest = Extract<WalletRequest, { readonly _tag: "Message" | "MessageBytes" }>

/**
 * One line of an explanation. Every text is bounded, because its source is untrusted. In a text that is signed, each
 * character that cannot be seen is drawn, such as `[U+202E]`; a text that only describes is stripped.
 */
export interface ExplainedField {
  readonly label: string
  /** The whole value as text, such as `17 USDC`. */
  readonly text: string
  readonly value:
    | { readonly _tag: "Text" }
    /** Checksummed. `name` if a trusted source has one. */
    | { readonly _tag: "Address"; readonly address: string; readonly name: string | null }
    | {
        readonly _tag: "Amount"
        /** Base units. */
        readonly units: bigint
        /** The token's contract; `null` for the native currency. */
        readonly token: string | null
        readonly unlimited: boolean
      }
    /** A nested call. */
    | { readonly _tag: "Call"; readonly call: Explanation }
}

/** A request, described by the matching ERC-7730 descriptor. Source: ERC-7730 v2. */
export interface Explanation {
  /** The purpose, such as `Swap`; `null` for an unknown call, which has only its digest. */
  readonly intent: string | null
  /** The intent with its values in one sentence, if the descriptor has one and every value could be formatted. */
  readonly interpolatedIntent: string | null
  /** The owner of the contract and the contract's name, from the descriptor. */
  readonly owner: string | null
  readonly contractName: string | null
  /** Checksummed address of the called or verifying contract; `null` if there is none. */
  readonly contract: string | null
  /** True if the transaction creates a contract; absent otherwise. */
  readonly createsContract?: boolean
  /** True if the words vouch for nothing: the call or message counts as unread. Absent otherwise. */
  readonly describesOnly?: true
  /** Base units of the native currency that the call sends. */
  readonly value: bigint
  /**
   * True if the rows do not say what the call sends, neither themselves nor by their calls: the contract may keep it.
   * Absent otherwise.
   */
  readonly hidesValue?: boolean
  readonly fields: readonly ExplainedField[]
  /**
   * 0x-hex: keccak256 of the calldata, the EIP-712 or EIP-191 hash of the signed data, keccak256 of anything else. On
   * Solana base58 of the SHA-256 of the signed data, as hardware wallets show it.
   */
  readonly digest: string
}

/** A warning that requires an explicit confirmation before the request is sent. */
export type RequestWarning =
  /**
   * A spender may take the whole balance, now and later: an unlimited amount, or at least the token's total supply.
   * `symbol` stripped.
   */
  | {
      readonly _tag: "UnlimitedApproval"
      /** Checksummed address of the token, or of the collection if the approval covers all its collectibles. */
      readonly token: string
      readonly symbol: string
      /** Checksummed. */
      readonly spender: string
      /** When the approval ends by itself, in UTC milliseconds; absent if it stays until it is revoked. */
      readonly until?: number
    }
  /**
   * A spender may take much of what the account has: `everything`, or `much` of it, or one collectible (`item`), and
   * is not known to be a contract: the holder of its key may take it. A small `part` only where every allowance is warned
   * of. As in `UnlimitedApproval`.
   */
  | {
      readonly _tag: "LargeApproval"
      readonly taking: "everything" | "much" | "part" | "item"
      readonly token: string
      readonly symbol: string
      readonly spender: string
      readonly until?: number
    }
  /**
   * The request is for another chain than the one in use, or for none although a contract verifies it. `said` is its
   * chain id, in decimal on EVM networks, or empty.
   */
  | { readonly _tag: "OtherChain"; readonly said: string }
  /** The verifying contract is not a contract of the network in use. */
  | { readonly _tag: "OtherContract"; readonly contract: string }
  /**
   * A call sends the native currency, which its words do not mention: functions of this name usually take none. Base
   * units.
   */
  | { readonly _tag: "UnsaidValue"; readonly value: bigint }
  /** A message whose signature is, or opens, a key or an account, as it says itself. */
  | { readonly _tag: "KeySeed" }
  /** The simulation reverts. `text` is the contract's own reason, stripped, or empty. */
  | { readonly _tag: "Fails"; readonly text: string }
  /** Two nodes expect different effects: one of them is wrong, or lies. */
  | { readonly _tag: "NodesDiffer" }
  /** The request could not be simulated, or its verifying contract could not be fetched. */
  | { readonly _tag: "Untried" }
  /** No descriptor reads a call of the transaction, or its program is unknown: its effect is known from the simulation alone. */
  | { readonly _tag: "Unread" }
  /**
   * The request cannot be fully decoded, and would still be signed: typed data that no descriptor reads, bytes that may
   * also be a transaction, a message that is not text, may be a digest or is as long as one, an unknown method, invalid
   * typed data, or data that wallets decode differently.
   */
  | { readonly _tag: "Blind" }
  /** What is signed has characters that cannot be seen, or that show the others in another order. They are drawn. */
  | { readonly _tag: "HiddenCharacters" }
  /**
   * Another address becomes the owner of an account, or of a right over it, or gets all that a closed account holds.
   * Plain addresses.
   */
  | { readonly _tag: "Handover"; readonly account: string; readonly to: string }
  /**
   * Assets leave for nothing, or next to nothing, or the proceeds go to another account: an order or a swap, and what is
   * burned, lost as a fee, or taken by a request that does not say so.
   */
  | { readonly _tag: "Giveaway" }
  /** A sign-in text for another site than the one that asks. Both are hosts, stripped. */
  | { readonly _tag: "OtherSite"; readonly said: string; readonly asks: string }
  /** A sign-in text for an account that the wallet does not share. `said` is its address as written, stripped. */
  | { readonly _tag: "OtherAccount"; readonly said: string }
  /** A text that asks to be signed as a sign-in, and has not the form of one: a site may read it in another way. */
  | { readonly _tag: "BrokenSignIn" }
  /**
   * A sign-in text lets its holder act for the account (a ReCap, ERC-5573). `said`: whether its own sentence says the
   * same, or what it allows cannot be read.
   */
  | { readonly _tag: "Delegation"; readonly said: "stated" | "unstated" | "unreadable" }
  /** The signature does not cover the whole request: its holder may change the rest. */
  | { readonly _tag: "OpenEnded" }
  /**
   * The signed transaction stays valid until its nonce is used (Solana), or the signed payment for longer than anybody
   * waits (EVM): its holder may send it at any time.
   */
  | { readonly _tag: "NeverExpires" }
  /** A session may spend any amount without asking. `symbol` stripped; `until` as in `UnlimitedApproval`. */
  | { readonly _tag: "UnlimitedSession"; readonly symbol: string; readonly until?: number }
  /** A session that spends without asking never expires. */
  | { readonly _tag: "EndlessSession" }
  /** A session gets a permission that cannot be read: it may allow anything. `type` stripped. */
  | { readonly _tag: "UnknownPermission"; readonly type: string }
  /** The network fee is higher than is reasonable. Base units. */
  | { readonly _tag: "HighFee"; readonly fee: bigint }
  /** The review is long: what matters may be far down. `lines` is how long. */
  | { readonly _tag: "Long"; readonly lines: number }

/** What a review says without asking for an act. */
export type RequestNote =
  /**
   * A call of the transaction cannot be read. As the node expects, nothing leaves the account but `value` and the fee,
   * and no one else gets a right over what it has. `value` is what the calls of the request send: base units of the
   * native currency.
   */
  | { readonly _tag: "Unread"; readonly value: bigint }
  /**
   * The account has less than the request needs: `token` for what it sends alone, `gas` with its fee. `needed` is what it
   * sends and its fee at most, as far as that is known. Base units of the native currency.
   */
  | {
      readonly _tag: "Insufficient"
      readonly of: "token" | "gas"
      readonly held: bigint
      readonly needed: bigint
    }
  /** No node says whether the account can pay what the request sends and its fee. */
  | { readonly _tag: "FundsUnread" }

/** A reviewed request. It has all rows: a request with more than can be reviewed fails with `RequestTooLong`. */
export interface ReviewedRequest {
  /** One per call; exactly one for other requests. */
  readonly calls: readonly [Explanation, ...Explanation[]]
  /** The totals over all rows of a long request, to be shown before them; absent otherwise. */
  readonly totals?: readonly ExplainedField[]
  readonly dangers: readonly RequestWarning[]
  /** What needs no act, but has to be shown; absent if there is none. */
  readonly notes?: readonly RequestNote[]
  /** The simulation, if the request sends a transaction; `null` for a signature. */
  readonly trial: SimulationResult | null
}
