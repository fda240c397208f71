import type { JsonRpcBody } from "../rpc/JsonRpc.ts"
import type { World } from "../world/World.ts"

/** The bindings of a request. Without a port, as in a test, there is no peer and `incoming` is absent. */
export interface Env {
  readonly Bindings: {
    readonly incoming?: {
      readonly socket: {
        readonly remoteAddress?: string | undefined
        readonly localAddress?: string | undefined
        readonly localPort?: number | undefined
      }
    }
  }
  readonly Variables: {
    /** The world; absent when the request names none. */
    readonly world?: World
    /** The request body; empty for a GET. */
    readonly body: string
    /** The parsed body of a JSON-RPC path. */
    readonly rpc?: JsonRpcBody
    /** The text of the response, if it was made from one: reading it from the response is as expensive as the call. */
    readonly replied?: string | undefined
    /** Continues the log without the response, which depends on a remote client. */
    readonly unanswered?: () => void
  }
}
