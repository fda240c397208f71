import { ConnectorError, type DappRequest, type WalletRequest } from "@wmodal/chains"
import { EngineError } from "@wmodal/core"
import { type Namespace, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { parseAccount } from "../binding/parseAccount.ts"
import type { WModalResult } from "../page/HostMethods.ts"
import type { HostDeps } from "./HostDeps.ts"

const userRejected = 4001

/**
 * Describes a signature to the user, as each request of the page, and has the wallet make it. The account is the one
 * in use of that chain.
 */
export const requestSignature = (
  { engine, intercept, toError }: HostDeps,
  request: Extract<WalletRequest, { readonly _tag: "Message" | "TypedData" }>,
  wanted: Namespace | undefined,
) =>
  Effect.gen(function* () {
    const namespace = wanted ?? SubscriptionRef.getUnsafe(engine.networks.shown).network.chainNamespace
    const state = SubscriptionRef.getUnsafe(engine.connection.state)[namespace]
    const connector = engine.connection.connectorOf(namespace)
    if (state?._tag !== "Connected" || connector === null)
      return yield* new EngineError({ reason: { _tag: "NotConnected" } })
    const { account } = state
    const connectorId = connector.id
    const sign = Effect.suspend(() =>
      request._tag === "Message"
        ? connector.signMessage({ account, message: request.message })
        : connector.signTypedData({ account, typedData: request.typedData }),
    )
    const question: DappRequest = {
      namespace,
      connectorId,
      request,
      from: parseAccount(account).address,
      network: null,
      submission: { _tag: "Nothing" },
      ask: () =>
        Effect.runPromise(
          Effect.match(sign, {
            onSuccess: (value) =>
              ({ answer: { _tag: "Result", value }, outcome: { _tag: "Signed" } }) as const,
            onFailure: (error) =>
              ({
                answer: { _tag: "WalletError", value: error },
                outcome: { _tag: "NotSent", error },
              }) as const,
          }),
        ),
    }
    const answer = yield* Effect.promise(() => intercept(question))
    switch (answer._tag) {
      case "Result":
        return { ok: true, value: String(answer.value) } satisfies WModalResult<string>
      case "WalletError": {
        const error =
          answer.value instanceof ConnectorError
            ? answer.value
            : new EngineError({ reason: { _tag: "Unknown", detail: "The wallet failed." } })
        return {
          ok: false,
          error: yield* Effect.promise(() => toError(error, "sign")),
        } satisfies WModalResult<string>
      }
      case "Rejected": {
        const tag = answer.code === userRejected ? "declined" : "refused"
        return { ok: false, error: { tag, text: answer.text } } satisfies WModalResult<string>
      }
    }
  })
