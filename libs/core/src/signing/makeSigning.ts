import type { ConnectorError, WalletRequest } from "@wmodal/chains"
import type { Namespace } from "@wmodal/protocol"
import { Effect, Fiber, type Scope } from "effect"
import type { Surroundings } from "../flows/Surroundings.ts"
import type { Subject } from "../ledger/Ledger.ts"
import type { LedgerRoom } from "../ledger/LedgerRoom.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { Explain } from "../requests/makeExplain.ts"
import type { DangersPassed } from "../requests/Requests.ts"
import { stopAt } from "../requests/stopped.ts"
import { digestOf } from "./digestOf.ts"
import type { Signing } from "./Signing.ts"
import { type Signer, signerOf } from "./signer.ts"

interface SigningSurroundings extends Pick<Surroundings, "board" | "networks"> {
  readonly ledger: Pick<LedgerRoom, "note" | "sign">
  readonly explain: Explain
}

type Signed = Extract<WalletRequest, { readonly _tag: "Message" | "TypedData" }>

export const makeSigning = (around: SigningSurroundings): Effect.Effect<Signing, never, Scope.Scope> =>
  Effect.map(Effect.scope, (scope) => {
    const sign = (
      request: Signed,
      passed: DangersPassed,
      namespace: Namespace | undefined,
      question: (signer: Signer) => Effect.Effect<string, ConnectorError>,
    ) =>
      Effect.gen(function* () {
        const by = yield* signerOf(around, namespace)
        if (by === null) return ""
        const { dangers } = yield* around.explain(by, request)
        yield* stopAt(dangers, passed)
        const { account, network, connector } = by
        const subject: Subject = { _tag: request._tag, digest: yield* digestOf(textOf(request)) }
        // What was looked at was of this account, on this network.
        const still = yield* signerOf(around, namespace)
        if (still?.account !== account || still.connector !== connector)
          return yield* new EngineError({ reason: { _tag: "Cancelled" } })
        const noted = around.ledger.note({
          account,
          network: network.caipNetworkId,
          connectorId: connector.id,
          subject,
          transaction: null,
          mark: null,
        })
        // Recorded and asked belong together, whether or not whoever wants it still waits.
        const asked = Effect.flatMap(noted, ({ id }) => around.ledger.sign(id, question(by)))
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

const textOf = (request: Signed): string => (request._tag === "Message" ? request.message : request.typedData)
