import type { ConnectorError, RequestTooLong, RequestWarning } from "@wmodal/chains"
import type { Namespace } from "@wmodal/protocol"
import { Data, type Effect } from "effect"
import type { EngineError } from "../problems/EngineError.ts"

/** The confirmed dangers, by tag. */
export type AcknowledgedDangers = readonly RequestWarning["_tag"][]

/**
 * Signatures of the connected wallet. An unconfirmed danger fails with `UnacknowledgedWarning` before any wallet
 * request (see `Requests.explain`), and so does one that is too long to be reviewed. Each is recorded before the request and never retried.
 */
export interface Signing {
  readonly signMessage: (
    message: string,
    passed: AcknowledgedDangers,
    namespace?: Namespace,
  ) => Effect.Effect<string, ConnectorError | EngineError | RequestTooLong | UnacknowledgedWarning>
  /** `typedData` is EIP-712 JSON as text. */
  readonly signTypedData: (
    typedData: string,
    passed: AcknowledgedDangers,
    namespace?: Namespace,
  ) => Effect.Effect<string, ConnectorError | EngineError | RequestTooLong | UnacknowledgedWarning>
}

/** A danger was not confirmed. The wallet received no request. */
export class UnacknowledgedWarning extends Data.TaggedError("DangerError")<{
  readonly dangers: readonly [RequestWarning, ...RequestWarning[]]
}> {}
