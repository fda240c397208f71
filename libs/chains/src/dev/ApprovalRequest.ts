import type { Hex } from "../evm/Hex.ts"
import type { DevNetwork } from "./DevNetwork.ts"

/**
 * What a person is asked. Plain JSON, so that it may cross to an approval window.
 * `origin` is who asks, as the wallet's host established it, never as the page says.
 */
export type ApprovalRequest =
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
      readonly _tag: "SendTransaction"
      readonly origin: string
      readonly network: DevNetwork
      readonly account: Hex
      /** `null` deploys a contract. */
      readonly to: Hex | null
      /** Wei, decimal. */
      readonly value: string
      readonly data: Hex
      /** The most that the network may take as fee. Wei, decimal. */
      readonly maxFee: string
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

export type Approval = "approve" | "decline"
