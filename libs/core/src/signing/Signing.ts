import type { ConnectorError } from "@wmodal/chains"
import type { Namespace } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { EngineError } from "../problems/EngineError.ts"
import type { DangerError, DangersPassed } from "../requests/Requests.ts"

/**
 * Signatures of the connected wallet. Each is looked at first: it fails with `DangerError`, and nobody is asked, as long
 * as a danger is not passed (see `Requests.explain`). Each is recorded before it is asked for; never retried.
 */
export interface Signing {
  readonly signMessage: (
    message: string,
    passed: DangersPassed,
    namespace?: Namespace,
  ) => Effect.Effect<string, ConnectorError | EngineError | DangerError>
  /** `typedData` is EIP-712 JSON as text. */
  readonly signTypedData: (
    typedData: string,
    passed: DangersPassed,
    namespace?: Namespace,
  ) => Effect.Effect<string, ConnectorError | EngineError | DangerError>
}
