import type { ConnectorError, RequestWarning, WalletRequest } from "@wmodal/chains"
import type { Namespace } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import { makeSubmitter, type SubmitterDeps } from "../operation/makeSubmitter.ts"
import type { OperationKind, OperationReview } from "../operation/Operation.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { EngineServices } from "../services/EngineServices.ts"
import { computeDigest } from "./computeDigest.ts"
import type { ExplainRequest } from "./makeExplain.ts"
import type { Signing } from "./Signing.ts"
import { type AcknowledgedDangers, UnacknowledgedWarning } from "./Signing.ts"
import { findSigner, getSigner, type Signer } from "./signer.ts"

type SigningDeps = SubmitterDeps & Pick<EngineServices, "networks"> & { readonly explain: ExplainRequest }

export const makeSigning = (deps: SigningDeps): Effect.Effect<Signing, never, Scope.Scope> =>
  Effect.map(makeSubmitter(deps, makeSignatureKind(deps)), ({ signOnly }) => {
    const sign = (
      request: SignatureReview["request"],
      passed: AcknowledgedDangers,
      namespace: Namespace | undefined,
    ) =>
      Effect.gen(function* () {
        const signer = yield* getSigner(deps, namespace)
        if (signer === null) return ""
        const { dangers } = yield* deps.explain(signer, request)
        const digest = yield* computeDigest(request._tag === "Message" ? request.message : request.typedData)
        const review: SignatureReview = { ...signer, request, digest, namespace, stops: dangers }
        return (yield* signOnly(review, passed)).raw
      })

    return {
      signMessage: (message, passed, namespace) => sign({ _tag: "Message", message }, passed, namespace),
      signTypedData: (typedData, passed, namespace) =>
        sign({ _tag: "TypedData", typedData }, passed, namespace),
    }
  })

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
const makeSignatureKind = (
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
