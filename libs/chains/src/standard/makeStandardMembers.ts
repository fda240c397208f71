import { toPlainAddress } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Connector } from "../contract/Connector.ts"
import { ConnectorError, type ConnectorReason } from "../contract/ConnectorError.ts"
import type { ConnectorDescription } from "../wallet/lazyConnector.ts"
import { toConnectorReason } from "../wallet/walletErrors.ts"
import { requestFeature } from "./requestFeature.ts"
import type { StandardSession } from "./StandardSession.ts"

/** How a chain signs messages. */
interface MessageSigning {
  /** Such as `solana:signMessage`. */
  readonly feature: string
  /** Returns the signature as text; `null` if the wallet's response has none for exactly this message. */
  readonly decode: (answer: unknown, message: Uint8Array) => string | null
}

/** Returns the members that connectors over the Wallet Standard have alike. */
export const makeStandardMembers = (
  wallet: object,
  description: ConnectorDescription,
  { connect, disconnect, events, findAccount, restore, switchNetwork, use }: StandardSession,
  { decode, feature }: MessageSigning,
): Omit<Connector, "calls" | "getProvider"> => {
  const failed = (reason: ConnectorReason) => new ConnectorError({ connectorId: description.id, reason })
  return {
    ...description,
    use,
    connect,
    restore,
    disconnect,
    switchNetwork,
    events,
    signMessage: ({ account, message }) =>
      Effect.gen(function* () {
        const shared = findAccount(toPlainAddress(account))
        if (shared === null) return yield* failed({ _tag: "Unauthorized" })
        const bytes = new TextEncoder().encode(message)
        // A copy, since the wallet could change it.
        const asking = requestFeature(wallet, feature, { account: shared.account, message: bytes.slice() })
        const answer = yield* Effect.mapError(asking, (thrown) => failed(toConnectorReason(thrown, feature)))
        return decode(answer, bytes) ?? (yield* failed({ _tag: "Malformed", what: feature }))
      }),
    signTypedData: () => Effect.fail(failed({ _tag: "Unsupported", method: "signTypedData" })),
  }
}
