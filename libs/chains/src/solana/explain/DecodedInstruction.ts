import type { Instruction } from "../wire/Instruction.ts"

/** What an instruction does, as far as somebody here knows its program. Addresses are plain; of accounts in tables that nobody could read, empty. */
export type DecodedInstruction =
  | { readonly _tag: "PayNative"; readonly from: string; readonly to: string; readonly amount: bigint }
  | {
      readonly _tag: "MakeAccount"
      readonly account: string
      readonly owner: string
      readonly amount: bigint
    }
  /** Gives the account itself to a program. */
  | { readonly _tag: "Assign"; readonly account: string; readonly to: string }
  | { readonly _tag: "UseNonce"; readonly nonce: string; readonly authority: string }
  | {
      readonly _tag: "PayToken"
      readonly source: string
      readonly destination: string
      readonly owner: string
      readonly amount: bigint
      /** `null` where it does not say: it is the source's. */
      readonly token: string | null
      /** What the token keeps of it; `null` where it does not say. */
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
  /** Whoever may do something with `account` is somebody else from then on; `null` nobody. */
  | {
      readonly _tag: "Authorize"
      readonly account: string
      readonly what: string
      readonly authority: string
      readonly to: string | null
    }
  | { readonly _tag: "Close"; readonly account: string; readonly to: string }
  | { readonly _tag: "Burn"; readonly account: string; readonly amount: bigint; readonly token: string }
  | {
      readonly _tag: "MakeAssociated"
      readonly account: string
      readonly owner: string
      readonly token: string
    }
  | { readonly _tag: "Memo"; readonly text: string }
  /** How much may be computed, and what is paid for it: the fee says it. */
  | { readonly _tag: "Budget" }
  | { readonly _tag: "Unknown"; readonly instruction: Instruction }
