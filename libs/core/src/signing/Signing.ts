import type { ConnectorError } from "@wmodal/chains"
import type { Namespace } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { EngineError } from "../problems/EngineError.ts"
import type { AcknowledgedDangers, UnacknowledgedWarning } from "../requests/RequestQueue.ts"

/**
 * Signatures of the connected wallet. Each is looked at first: it fails with `UnacknowledgedWarning`, and nobody is asked, as long
 * as a danger is not passed (see `Requests.explain`). Each is recorded before it is asked for; never retried.
 */
export interface Signing {
  readonly signMessage: (
    message: string,
    passed: AcknowledgedDangers,
    namespace?: Namespace,
  ) => Effect.Effect<string, ConnectorError | EngineError | UnacknowledgedWarning>
  /** `typedData` is EIP-712 JSON as text. */
  readonly signTypedData: (
    typedData: string,
    passed: AcknowledgedDangers,
    namespace?: Namespace,
  ) => Effect.Effect<string, ConnectorError | EngineError | UnacknowledgedWarning>
}
