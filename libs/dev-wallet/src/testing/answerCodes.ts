import type { ConnectorError } from "@wmodal/chains"
import { Effect, Result } from "effect"
import type { ProfileAnswer } from "../profiles/WalletProfile.ts"
import { walletProfiles } from "../profiles/walletProfiles.ts"
import { makeProviderConnector } from "./devProviderFixture.ts"
import { first } from "./setupDevWallet.ts"

/** The code by which the modal and the terminal name each answer of a wallet, for a connection and a signature. */
const answerCodes: Readonly<Record<Exclude<ProfileAnswer, "unknownNetwork">, string>> = {
  declined: "declined",
  pending: "alreadyAsking",
  locked: "walletLocked",
  unauthorized: "unauthorized",
  unsupported: "unsupportedMethod",
  offline: "walletOffline",
  lost: "walletFailed",
}

/** One answer of a real wallet to a request, and the code that the user's face has to give it. */
export interface AnsweredRequest {
  readonly name: string
  readonly during: "connect" | "sign"
  readonly answer: ProfileAnswer
  readonly code: string
  /** Sends the request to a wallet that answers so. */
  readonly fail: Effect.Effect<ConnectorError>
}

const failWith = (thrown: unknown, during: "connect" | "sign"): Effect.Effect<ConnectorError> => {
  const connector = makeProviderConnector({ request: () => Promise.reject(thrown) })
  const asked: Effect.Effect<unknown, ConnectorError> =
    during === "connect"
      ? connector.connect({ network: null, onLateApproval: () => {} })
      : connector.signMessage({ account: `eip155:1:${first}`, message: "hi" })
  return Effect.flatMap(Effect.result(asked), (result) =>
    Result.isFailure(result) ? Effect.succeed(result.failure) : Effect.die("The wallet did not fail."),
  )
}

/** Every answer of every profile to a connection and a signature. One classifier reads those of all chains. */
export const answeredRequests: readonly AnsweredRequest[] = walletProfiles.flatMap(
  ({ errors, name, namespace }) =>
    errors.flatMap(({ answer, steps, thrown }) =>
      answer === "unknownNetwork"
        ? []
        : (["connect", "sign"] as const)
            .filter((step) => steps.includes(step))
            .map((during) => ({
              name: `${name} (${namespace})`,
              during,
              answer,
              code: answerCodes[answer],
              fail: failWith(thrown, during),
            })),
    ),
)
