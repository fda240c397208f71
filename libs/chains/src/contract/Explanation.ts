import type { ChainTransaction, SimulationResult } from "./Transfer.ts"
import type { WalletCall } from "./WalletCalls.ts"

/**
 * What a wallet is about to be asked for, as plain data: what was looked at is what leaves.
 * Source: EIP-1193, EIP-712, EIP-5792.
 */
export type WalletRequest =
  | { readonly _tag: "Transaction"; readonly transaction: ChainTransaction }
  /** Several, each for itself, in this order. */
  | {
      readonly _tag: "Transactions"
      readonly transactions: readonly [ChainTransaction, ...ChainTransaction[]]
    }
  | { readonly _tag: "Calls"; readonly calls: readonly [WalletCall, ...WalletCall[]] }
  /** EIP-712 JSON as text. */
  | { readonly _tag: "TypedData"; readonly typedData: string }
  /** As a person would read it; `hex` where its bytes are no text. */
  | { readonly _tag: "Message"; readonly message: string }
  /** Signs or sends something that nobody here can read. `params` is JSON. */
  | { readonly _tag: "Other"; readonly method: string; readonly params: string }

/** One line of an explanation. Every text is stripped and bounded: what it is made of comes from outside. */
export interface ExplainedField {
  readonly label: string
  /** The whole of it as text, such as `17 USDC`. */
  readonly text: string
  readonly value:
    | { readonly _tag: "Text" }
    /** Checksummed. `name` where somebody who can be trusted knows one. */
    | { readonly _tag: "Address"; readonly address: string; readonly name: string | null }
    | {
        readonly _tag: "Amount"
        /** Base units. */
        readonly units: bigint
        /** The token's contract; `null` for the network's own currency. */
        readonly token: string | null
        readonly unlimited: boolean
      }
    /** A call inside the call. */
    | { readonly _tag: "Call"; readonly call: Explanation }
}

/** A request in words, by the ERC-7730 descriptor that fits it. Source: ERC-7730 v2. */
export interface Explanation {
  /** What it is for, such as `Swap`; `null` for an unknown call, of which the digest is all there is. */
  readonly intent: string | null
  /** The same with its values in one sentence, where the descriptor has one and every value could be told. */
  readonly interpolatedIntent: string | null
  /** Who stands behind the contract, and its name, as the descriptor has them. */
  readonly owner: string | null
  readonly contractName: string | null
  /** Checksummed address of what is called, or of what verifies the signature; `null` where there is none. */
  readonly contract: string | null
  /** Base units of the network's own currency that go with it. */
  readonly value: bigint
  readonly fields: readonly ExplainedField[]
  /**
   * 0x-hex: keccak256 of the calldata, the EIP-712 or EIP-191 hash of what is signed, keccak256 of anything else. On
   * Solana base58 of the SHA-256 of what is signed, as hardware wallets show it.
   */
  readonly digest: string
}

/** What must not leave without an explicit act. */
export type RequestWarning =
  /** Somebody may take all there is, now and later: an amount without bounds, or no less than there is of the token. `symbol` stripped. */
  | {
      readonly _tag: "UnlimitedApproval"
      /** Checksummed address of the token, or of the collection where every collectible of it is meant. */
      readonly token: string
      readonly symbol: string
      /** Checksummed. */
      readonly spender: string
    }
  /** It says another chain than the one in use, or none where a contract verifies it. `said` is its chain id in decimal, or empty. */
  | { readonly _tag: "OtherChain"; readonly said: string }
  /** What should verify it is no contract of the network in use. */
  | { readonly _tag: "OtherContract"; readonly contract: string }
  /** Tried out, it fails. `text` is the contract's own reason, stripped, or empty. */
  | { readonly _tag: "Fails"; readonly text: string }
  /** Nobody could try it out, or look at what should verify it. */
  | { readonly _tag: "Untried" }
  /**
   * Nobody here can read all of it, and yet it would be signed: bytes that may mean a transaction too, a message that is
   * no text or as long as a digest, a method that is not known, typed data that is none, what different wallets would
   * read differently.
   */
  | { readonly _tag: "Blind" }
  /** Somebody else becomes the owner of an account, or of the right to do something with it. Plain addresses. */
  | { readonly _tag: "Handover"; readonly account: string; readonly to: string }
  /** The signature does not cover all of it: whoever has it may change the rest. */
  | { readonly _tag: "OpenEnded" }
  /** The network would be paid more than is reasonable. Base units. */
  | { readonly _tag: "HighFee"; readonly fee: bigint }

/** A request, looked at. */
export interface ReviewedRequest {
  /** One for each call; one for everything else. */
  readonly calls: readonly [Explanation, ...Explanation[]]
  readonly dangers: readonly RequestWarning[]
  /** What it would do, where it sends something; `null` for a signature. */
  readonly trial: SimulationResult | null
}
