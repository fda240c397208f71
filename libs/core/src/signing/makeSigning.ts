import type { Connector, ConnectorError } from "@wmodal/chains"
import type { CaipAddress, Namespace, Network } from "@wmodal/protocol"
import { Effect, Fiber, type Scope, SubscriptionRef } from "effect"
import type { Surroundings } from "../flows/Surroundings.ts"
import type { Subject } from "../ledger/Ledger.ts"
import type { LedgerRoom } from "../ledger/LedgerRoom.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { Signing } from "./Signing.ts"

interface Signer {
  readonly connector: Connector
  readonly account: CaipAddress
  readonly network: Network
}

export const makeSigning = (
  { board, networks }: Pick<Surroundings, "board" | "networks">,
  ledger: Pick<LedgerRoom, "note" | "sign">,
): Effect.Effect<Signing, never, Scope.Scope> =>
  Effect.map(Effect.scope, (scope) => {
    /** The wallet of the selected network, else the only one. `null` on a network that is none of the page's. */
    const signer = (namespace: Namespace | undefined): Effect.Effect<Signer | null, EngineError> =>
      Effect.suspend(() => {
        const selected = SubscriptionRef.getUnsafe(networks.selected)
        const near = namespace ?? selected.chainNamespace
        const preferred = near === selected.chainNamespace ? selected : networks.ofNamespace(near)[0]
        if (preferred === undefined)
          return new EngineError({ reason: { _tag: "NoNetwork", namespace: near } })
        const chosen =
          board.connectedOn(near) === null && namespace === undefined ? [...board.connectors.keys()][0] : near
        const state = chosen === undefined ? null : board.connectedOn(chosen)
        const connector = chosen === undefined ? undefined : board.connectors.get(chosen)
        if (state === null || connector === undefined)
          return new EngineError({ reason: { _tag: "NotConnected" } })
        const reported = state.walletNetwork ?? networkOf(state.account)
        const known = networks.configured.some(({ caipNetworkId }) => caipNetworkId === reported)
        const network = networks.configured.find(
          ({ caipNetworkId }) => caipNetworkId === networkOf(state.account),
        )
        return Effect.succeed(
          known && network !== undefined ? { connector, account: state.account, network } : null,
        )
      })

    const sign = (
      namespace: Namespace | undefined,
      kind: "Message" | "TypedData",
      text: string,
      question: (signer: Signer) => Effect.Effect<string, ConnectorError>,
    ) =>
      Effect.gen(function* () {
        const by = yield* signer(namespace)
        if (by === null) return ""
        const subject: Subject = { _tag: kind, digest: yield* digestOf(text) }
        const { account, network, connector } = by
        const noted = ledger.note({
          account,
          network: network.caipNetworkId,
          connectorId: connector.id,
          subject,
          transaction: null,
          mark: null,
        })
        // Recorded and asked belong together, whether or not whoever wants it still waits.
        const asked = Effect.flatMap(noted, ({ id }) => ledger.sign(id, question(by)))
        return yield* Fiber.join(yield* Effect.forkIn(asked, scope, { startImmediately: true }))
      })

    return {
      signMessage: (message, namespace) =>
        sign(namespace, "Message", message, ({ connector, account }) =>
          connector.signMessage({ account, message }),
        ),
      signTypedData: (typedData, namespace) =>
        sign(namespace, "TypedData", typedData, ({ connector, account }) =>
          connector.signTypedData({ account, typedData }),
        ),
    }
  })

const networkOf = (account: CaipAddress): string => account.split(":", 2).join(":")

/** SHA-256, 0x-hex; empty in a page that is not secure, which has no means to make it. */
const digestOf = (text: string): Effect.Effect<string> =>
  Effect.orElseSucceed(
    Effect.tryPromise(() => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).pipe(
      Effect.map(
        (digest) =>
          `0x${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")}`,
      ),
    ),
    () => "",
  )
