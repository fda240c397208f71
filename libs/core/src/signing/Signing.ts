import type { ConnectorError } from "@wmodal/chains"
import type { Namespace } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { EngineError } from "../problems/EngineError.ts"

/** Signatures of the connected wallet. Each is recorded before it is asked for; never retried. */
export interface Signing {
  readonly signMessage: (
    message: string,
    namespace?: Namespace,
  ) => Effect.Effect<string, ConnectorError | EngineError>
  /** `typedData` is EIP-712 JSON as text. */
  readonly signTypedData: (
    typedData: string,
    namespace?: Namespace,
  ) => Effect.Effect<string, ConnectorError | EngineError>
}
