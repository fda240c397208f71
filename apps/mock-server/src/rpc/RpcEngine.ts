import type { Network } from "@wmodal/protocol"
import type { World } from "../world/World.ts"
import type { JsonRpcCall } from "./JsonRpc.ts"

/** The JSON-RPC handler of one namespace's nodes. */
export interface RpcEngine {
  /** The networks with nodes, by CAIP-2 id. */
  readonly networks: ReadonlyMap<string, Network>
  /** Returns whether a public node serves the method. The control API accepts any method. */
  readonly isPublic: (method: string) => boolean
  /**
   * Answers the calls of one batch, in any order, each under the `id` of its call. A call without a response gets
   * -32603.
   */
  readonly answer: (
    world: World,
    network: Network,
    batch: readonly JsonRpcCall[],
    /** The number of the node, from 1; `null` for the chain itself. */
    node: number | null,
  ) => Promise<readonly unknown[]> | readonly unknown[]
}
