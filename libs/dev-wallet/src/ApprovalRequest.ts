import type { Hex } from "@wmodal/chains/internal"
import type { DevNetwork } from "./DevNetwork.ts"
import type { RequestReview } from "./review/RequestReview.ts"
import type { StandardRequest } from "./standard/StandardRequest.ts"
import type { TypedValue } from "./typedValues.ts"

/**
 * A request that needs the user's approval. Plain JSON, so that it can be sent to an approval window.
 * `origin` is the requester as established by the wallet's host, never as the dApp states it.
 */
export type ApprovalRequest = (EvmRequest | StandardRequest) & {
  /** The request's effects and warnings, if its wallet reviews requests. */
  readonly review?: RequestReview
}

/** An approval request on an EVM network. */
export type EvmRequest =
  | {
      readonly _tag: "Connect"
      readonly origin: string
      readonly network: DevNetwork
      readonly account: Hex
      /** The wallet is locked: approving unlocks it. */
      readonly locked: boolean
    }
  | {
      readonly _tag: "SignMessage"
      readonly origin: string
      readonly network: DevNetwork
      readonly account: Hex
      /** The bytes to sign. */
      readonly message: Hex
    }
  | {
      readonly _tag: "SignTypedData"
      readonly origin: string
      readonly network: DevNetwork
      readonly account: Hex
      /** EIP-712 JSON as text. */
      readonly typedData: string
    }
  | {
      /** Typed data of MetaMask's first version: it names no site and no network. */
      readonly _tag: "SignTypedValues"
      readonly origin: string
      readonly network: DevNetwork
      readonly account: Hex
      readonly values: readonly TypedValue[]
    }
  | {
      /** A dApp wants the wallet to list a token. Its words are the dApp's: the wallet shows no call by them. */
      readonly _tag: "WatchAsset"
      readonly origin: string
      readonly network: DevNetwork
      readonly token: Hex
      /** Sanitized. */
      readonly symbol: string
      /** `null` for a collectible. */
      readonly decimals: number | null
    }
  | ({
      /** `SignTransaction` returns the signed transaction to the dApp, and any holder can send it at any time. */
      readonly _tag: "SendTransaction" | "SignTransaction"
      readonly origin: string
      readonly network: DevNetwork
      readonly account: Hex
      /** The maximum network fee. Wei, decimal. */
      readonly maxFee: string
      /** Gas limit, and the maximum price of one unit in wei. Decimal. Absent where the sender pays no gas. */
      readonly fee?: { readonly gas: string; readonly price: string }
    } & RequestedCall)
  | {
      /** A batch: all calls or none, in one transaction. Source: EIP-5792. */
      readonly _tag: "SendCalls"
      readonly origin: string
      readonly network: DevNetwork
      readonly account: Hex
      readonly calls: readonly RequestedCall[]
      /** The contract that the account will delegate to (EIP-7702); `null` where it already does. */
      readonly upgrade: Hex | null
      /** Wei, decimal. */
      readonly maxFee: string
    }
  | {
      /** Needs no decision: the dApp wants the user to see the status of a batch. */
      readonly _tag: "ShowCalls"
      readonly origin: string
      readonly network: DevNetwork
      readonly account: Hex
      readonly hash: Hex
      readonly outcome: CallsOutcome
    }
  | {
      readonly _tag: "SwitchNetwork"
      readonly origin: string
      readonly network: DevNetwork
      readonly to: DevNetwork
    }
  | {
      readonly _tag: "AddNetwork"
      readonly origin: string
      readonly network: DevNetwork
      readonly to: DevNetwork
    }

/** One call of a transaction, as shown to the user. */
export interface RequestedCall {
  /** `null` deploys a contract. */
  readonly to: Hex | null
  /** Wei, decimal. */
  readonly value: string
  readonly data: Hex
  /** The token at `to`, if the wallet's options contain it. */
  readonly token?: { readonly symbol: string; readonly decimals: number }
}

/** `dropped`: another transaction took its nonce. */
export type CallsOutcome = "pending" | "confirmed" | "dropped" | "reverted"

/** The user's decision. */
export type Approval = "approve" | "decline"
