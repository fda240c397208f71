import type { Network } from "@wmodal/protocol"
import type { World } from "../world/World.ts"
import type { JsonRpcCall } from "./JsonRpc.ts"

/** What answers the JSON-RPC of one namespace's nodes. */
export interface RpcEngine {
  /** By CAIP-2 id: every network that has nodes here. */
  readonly networks: ReadonlyMap<string, Network>
  /** Whether a node on the public side serves the method. The control API may ask for any. */
  readonly isPublic: (method: string) => boolean
  /**
   * Replies to the calls of one batch, in any order, each under the `id` of its call. A call without a reply is
   * answered with -32603.
   */
  readonly answer: (
    world: World,
    network: Network,
    batch: readonly JsonRpcCall[],
  ) => Promise<readonly unknown[]> | readonly unknown[]
}
