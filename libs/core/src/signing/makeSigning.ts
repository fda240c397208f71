import type { Namespace } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import type { EngineServices } from "../flows/EngineServices.ts"
import { makeSubmitter, type SubmitterDeps } from "../operation/makeSubmitter.ts"
import type { ExplainRequest } from "../requests/makeExplain.ts"
import type { AcknowledgedDangers } from "../requests/RequestQueue.ts"
import { computeDigest } from "./computeDigest.ts"
import type { Signing } from "./Signing.ts"
import { makeSignatureKind, type SignatureReview } from "./signatureKind.ts"
import { getSigner } from "./signer.ts"

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
