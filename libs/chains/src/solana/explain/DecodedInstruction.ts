import type { Instruction } from "../wire/Instruction.ts"

/**
 * The effect of an instruction of a known program. Addresses are plain; accounts of unresolved lookup tables are empty.
 */
export type DecodedInstruction =
  | { readonly _tag: "PayNative"; readonly from: string; readonly to: string; readonly amount: bigint }
  | {
      readonly _tag: "MakeAccount"
      readonly payer: string
      readonly account: string
      readonly owner: string
      readonly amount: bigint
      /** Bytes of its data. */
      readonly space: bigint
    }
  /** Assigns the account itself to a program. */
  | { readonly _tag: "Assign"; readonly account: string; readonly to: string }
  | { readonly _tag: "UseNonce"; readonly nonce: string; readonly authority: string }
  | {
      readonly _tag: "PayToken"
      readonly source: string
      readonly destination: string
      readonly owner: string
      readonly amount: bigint
      /** `null` if the instruction does not name it: it is that of the source. */
      readonly token: string | null
      /** The token's own fee; `null` if the instruction does not name it. */
      readonly fee: bigint | null
    }
  | {
      readonly _tag: "Approve"
      readonly account: string
      readonly spender: string
      readonly owner: string
      readonly amount: bigint
      readonly token: string | null
    }
  | { readonly _tag: "Revoke"; readonly account: string }
  /** Replaces an authority of `account`; `null` removes it. */
  | {
      readonly _tag: "Authorize"
      readonly account: string
      readonly what: string
      readonly authority: string
      readonly to: string | null
    }
  | { readonly _tag: "Close"; readonly account: string; readonly to: string }
  | { readonly _tag: "Burn"; readonly account: string; readonly amount: bigint; readonly token: string }
  /** Makes more of a token, for an account of it. */
  | { readonly _tag: "Mint"; readonly account: string; readonly amount: bigint; readonly token: string }
  | {
      readonly _tag: "MakeAssociated"
      readonly account: string
      readonly owner: string
      readonly token: string
    }
  /** Makes an account hold a token for an owner. */
  | { readonly _tag: "OpenHolding"; readonly account: string; readonly owner: string; readonly token: string }
  /** Counts the lamports of an account as its wrapped SOL. */
  | { readonly _tag: "SyncNative"; readonly account: string }
  /** Makes an account hold a stake without a lockup. */
  | {
      readonly _tag: "OpenStake"
      readonly account: string
      readonly staker: string
      readonly withdrawer: string
    }
  | { readonly _tag: "DelegateStake"; readonly account: string; readonly validator: string }
  | { readonly _tag: "StopStake"; readonly account: string }
  | { readonly _tag: "SplitStake"; readonly account: string; readonly to: string; readonly amount: bigint }
  | { readonly _tag: "MergeStake"; readonly account: string; readonly to: string }
  | { readonly _tag: "WithdrawStake"; readonly account: string; readonly to: string; readonly amount: bigint }
  | { readonly _tag: "Memo"; readonly text: string }
  /** The compute limit and price, which the fee already includes. */
  | { readonly _tag: "Budget" }
  | { readonly _tag: "Unknown"; readonly instruction: Instruction }
