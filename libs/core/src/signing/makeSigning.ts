import type { ConnectorError, WalletRequest } from "@wmodal/chains"
import type { Namespace } from "@wmodal/protocol"
import { Effect, Fiber, type Scope } from "effect"
import type { EngineServices } from "../flows/EngineServices.ts"
import type { RequestedAction } from "../ledger/Ledger.ts"
import type { LedgerWriter } from "../ledger/LedgerWriter.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { ExplainRequest } from "../requests/makeExplain.ts"
import type { AcknowledgedDangers } from "../requests/RequestQueue.ts"
import { requireAcknowledged } from "../requests/requestWarnings.ts"
import { computeDigest } from "./computeDigest.ts"
import type { Signing } from "./Signing.ts"
import { getSigner, type Signer } from "./signer.ts"

interface SigningDeps extends Pick<EngineServices, "board" | "networks"> {
  readonly ledger: Pick<LedgerWriter, "note" | "sign">
  readonly explain: ExplainRequest
}

type SignatureRequest = Extract<WalletRequest, { readonly _tag: "Message" | "TypedData" }>

export const makeSigning = (deps: SigningDeps): Effect.Effect<Signing, never, Scope.Scope> =>
  Effect.map(Effect.scope, (scope) => {
    const sign = (
      request: SignatureRequest,
      passed: AcknowledgedDangers,
      namespace: Namespace | undefined,
      question: (signer: Signer) => Effect.Effect<string, ConnectorError>,
    ) =>
      Effect.gen(function* () {
        const by = yield* getSigner(deps, namespace)
        if (by === null) return ""
        const { dangers } = yield* deps.explain(by, request)
        yield* requireAcknowledged(dangers, passed)
        const { account, network, connector } = by
        const subject: RequestedAction = {
          _tag: request._tag,
          digest: yield* computeDigest(getSignedText(request)),
        }
        // The review was for this account on this network.
        const still = yield* getSigner(deps, namespace)
        if (still?.account !== account || still.connector !== connector)
          return yield* new EngineError({ reason: { _tag: "Cancelled" } })
        const noted = deps.ledger.note({
          account,
          network: network.caipNetworkId,
          connectorId: connector.id,
          subject,
          transaction: null,
          mark: null,
        })
        // Recording and request belong together, even if the caller no longer waits.
        const asked = Effect.flatMap(noted, ({ id }) => deps.ledger.sign(id, question(by)))
        return yield* Fiber.join(yield* Effect.forkIn(asked, scope, { startImmediately: true }))
      })

    return {
      signMessage: (message, passed, namespace) =>
        sign({ _tag: "Message", message }, passed, namespace, ({ connector, account }) =>
          connector.signMessage({ account, message }),
        ),
      signTypedData: (typedData, passed, namespace) =>
        sign({ _tag: "TypedData", typedData }, passed, namespace, ({ connector, account }) =>
          connector.signTypedData({ account, typedData }),
        ),
    }
  })

const getSignedText = (request: SignatureRequest): string =>
  request._tag === "Message" ? request.message : request.typedData
