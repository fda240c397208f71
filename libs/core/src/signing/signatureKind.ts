import type { ConnectorError, RequestWarning, WalletRequest } from "@wmodal/chains"
import type { Namespace } from "@wmodal/protocol"
import { Effect } from "effect"
import type { EngineServices } from "../flows/EngineServices.ts"
import type { OperationKind, OperationReview } from "../operation/Operation.ts"
import { EngineError } from "../problems/EngineError.ts"
import { UnacknowledgedWarning } from "../requests/RequestQueue.ts"
import { findSigner, type Signer } from "./signer.ts"

/** A message or typed data, explained for one account of one wallet. */
export interface SignatureReview extends OperationReview<RequestWarning> {
  readonly request: Extract<WalletRequest, { readonly _tag: "Message" | "TypedData" }>
  /** SHA-256 of the text, 0x-hex. */
  readonly digest: string
  readonly connector: Signer["connector"]
  /** The requested chain; `undefined` for the active one. */
  readonly namespace: Namespace | undefined
}

type SigningError = ConnectorError | EngineError | UnacknowledgedWarning

/** A signature of a message or typed data. It may be repeated, and nothing of it is on a chain. */
export const makeSignatureKind = (
  deps: Pick<EngineServices, "board" | "networks">,
): OperationKind<SignatureReview, SigningError> => ({
  toSubject: ({ digest, request }) => ({ _tag: request._tag, digest }),
  toRequest: ({ account, request }) => ({
    _tag: "Signature",
    ask: (connector) =>
      request._tag === "Message"
        ? connector.signMessage({ account, message: request.message })
        : connector.signTypedData({ account, typedData: request.typedData }),
  }),
  isCurrent: ({ account, connector, namespace }) => {
    const now = findSigner(deps, namespace)
    return now?.account === account && now.connector === connector
  },
  refuse: (reason) => {
    const [first, ...rest] = reason._tag === "Stopped" ? reason.stops : []
    return first === undefined
      ? new EngineError({ reason: { _tag: "Cancelled" } })
      : new UnacknowledgedWarning({ dangers: [first, ...rest] })
  },
  toError: (problem) =>
    problem._tag === "ConnectorError" || problem._tag === "EngineError"
      ? problem
      : new EngineError({ reason: { _tag: "Unknown", detail: problem._tag } }),
  onProgress: () => Effect.void,
})
