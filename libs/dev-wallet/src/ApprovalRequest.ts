import type { Hex } from "@wmodal/chains/internal"
import type { DevNetwork } from "./DevNetwork.ts"
import type { StandardRequest } from "./standard/StandardRequest.ts"

/**
 * What a person is asked. Plain JSON, so that it may cross to an approval window.
 * `origin` is who asks, as the wallet's host established it, never as the page says.
 */
export type ApprovalRequest = EvmRequest | StandardRequest

/** On a network of EVM. */
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
  | ({
      /** `SignTransaction` is handed to the page signed: whoever has it can send it, at any time. */
      readonly _tag: "SendTransaction" | "SignTransaction"
      readonly origin: string
      readonly network: DevNetwork
      readonly account: Hex
      /** The most that the network may take as fee. Wei, decimal. */
      readonly maxFee: string
    } & RequestedCall)
  | {
      /** All calls or none, in one transaction. Source: EIP-5792. */
      readonly _tag: "SendCalls"
      readonly origin: string
      readonly network: DevNetwork
      readonly account: Hex
      readonly calls: readonly RequestedCall[]
      /** The contract that the account will point to from then on (EIP-7702); `null` where it already does. */
      readonly upgrade: Hex | null
      /** Wei, decimal. */
      readonly maxFee: string
    }
  | {
      /** Nothing is asked for: the page wants the person to see what became of a batch. */
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

/** One call of a transaction, as it is asked about. */
export interface RequestedCall {
  /** `null` deploys a contract. */
  readonly to: Hex | null
  /** Wei, decimal. */
  readonly value: string
  readonly data: Hex
  /** What `to` is, where the wallet's owner told it of a token there. */
  readonly token?: { readonly symbol: string; readonly decimals: number }
}

/** `dropped`: another transaction took its place. */
export type CallsOutcome = "pending" | "confirmed" | "dropped" | "reverted"

export type Approval = "approve" | "decline"
