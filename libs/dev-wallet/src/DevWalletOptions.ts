import type { Rpc, RpcError } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { Approval, ApprovalRequest } from "./ApprovalRequest.ts"
import type { DevNetwork } from "./DevNetwork.ts"
import type { DevToken } from "./DevToken.ts"
import type { Signer } from "./Signer.ts"
import type { WalletChain } from "./standard/WalletChain.ts"

/** What a wallet of local keys stands on: keys, networks, a person and a node. */
export interface DevWalletOptions {
  /** The first is selected at the start. */
  readonly signers: readonly [Signer, ...Signer[]]
  /** The first is selected at the start. */
  readonly networks: readonly [DevNetwork, ...DevNetwork[]]
  /** Asks the person. May take for ever; interrupted when whoever asked is gone. */
  readonly approve: (request: ApprovalRequest) => Effect.Effect<Approval>
  /** One JSON-RPC call to a node of `network`. */
  readonly rpc: (
    network: DevNetwork,
    method: string,
    params: readonly unknown[],
  ) => Effect.Effect<unknown, RpcError>
  /**
   * One node of `network`, for all that one send asks: another may not know yet what this one took, and would give
   * the same nonce again. Without it `rpc` is taken to reach one node only.
   */
  readonly pin?: (network: DevNetwork) => Effect.Effect<Rpc>
  /** What it knows of tokens, by chain id. */
  readonly tokens?: Readonly<Record<number, readonly DevToken[]>>
  /** All off where absent. */
  readonly features?: {
    /** EIP-5792 by EIP-7702: several calls as one transaction. EIP-7811: what the account holds. */
    readonly smartAccount: boolean
    /** On Solana and Bitcoin it only signs, and leaves the sending to the page. */
    readonly signOnly?: boolean
  }
  /** Its chains beside EVM. The first is what `standard:connect` shares. */
  readonly sides?: readonly WalletChain[]
  /** What `snapshot()` gave earlier, as it was stored. What does not decode is ignored. */
  readonly snapshot?: unknown
}
