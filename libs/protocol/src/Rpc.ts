import type { Effect } from "effect"
import type { RpcError } from "./RpcError.ts"

/** JSON-RPC towards the nodes of one network. Only reads and raw broadcasts go here, never what a person signs. */
export interface Rpc {
  /**
   * One logical call: retried and deadlined as a whole.
   * The result is `unknown`: whoever asks decodes it.
   */
  readonly request: (method: string, params?: readonly unknown[]) => Effect.Effect<unknown, RpcError>
}
