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
    /** Absent where the request names none. */
    readonly world?: World
    /** Empty for a GET. */
    readonly body: string
    /** The body, where the path is one of JSON-RPC. */
    readonly rpc?: JsonRpcBody
    /** The text of the answer, where it was made from one: to read it from a response costs as much as to answer. */
    readonly replied?: string | undefined
    /** Continues the log without the response, which depends on a remote client. */
    readonly unanswered?: () => void
  }
}
