import type { Rpc, RpcError } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { Approval, ApprovalRequest } from "./ApprovalRequest.ts"
import type { DevNetwork } from "./DevNetwork.ts"
import type { DevToken } from "./DevToken.ts"
import type { ReviewRequest } from "./review/reviewRequest.ts"
import type { Signer } from "./Signer.ts"
import type { WalletChain } from "./standard/WalletChain.ts"

/** The keys, networks, approvals and nodes of a dev wallet. */
export interface DevWalletOptions {
  /** The first is selected at the start. */
  readonly signers: readonly [Signer, ...Signer[]]
  /** The first is selected at the start. */
  readonly networks: readonly [DevNetwork, ...DevNetwork[]]
  /** Requests the user's approval. May never end; interrupted when the requester is gone. */
  readonly approve: (request: ApprovalRequest) => Effect.Effect<Approval>
  /** Explains each request before its prompt: `reviewRequest`. Absent: the host has its own review. */
  readonly review?: ReviewRequest
  /** Sends one JSON-RPC call to a node of `network`. */
  readonly rpc: (
    network: DevNetwork,
    method: string,
    params: readonly unknown[],
  ) => Effect.Effect<unknown, RpcError>
  /**
   * Returns one node of `network` for all requests of one transaction: other nodes may not have its latest state and
   * could return the same nonce again. Without it, `rpc` is assumed to use a single node.
   */
  readonly pin?: (network: DevNetwork) => Effect.Effect<Rpc>
  /** The known tokens, by chain id. */
  readonly tokens?: Readonly<Record<number, readonly DevToken[]>>
  /** All off where absent. */
  readonly features?: {
    /** EIP-5792 by EIP-7702: several calls as one transaction. EIP-7811: the account's assets. */
    readonly smartAccount: boolean
    /** On Solana and Bitcoin it only signs, and the dApp sends. */
    readonly signOnly?: boolean
  }
  /** Its non-EVM chains. The first is the one that `standard:connect` shares. */
  readonly sides?: readonly WalletChain[]
  /** An earlier `snapshot()`, as stored. Ignored when it cannot be decoded. */
  readonly snapshot?: unknown
}
