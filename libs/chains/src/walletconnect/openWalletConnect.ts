import type { Namespace } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import type { Connector, ConnectRequest, WalletSession } from "../contract/Connector.ts"
import { ConnectorError, type ConnectorReason, type RelayRefusal } from "../contract/ConnectorError.ts"
import { attemptsOver } from "./attempts.ts"
import type { RelayClient } from "./client/RelayClient.ts"
import { isSafeApp } from "./isSafeApp.ts"
import { proposedNamespaces } from "./proposedNamespaces.ts"
import { refusalIn } from "./relayRefusal.ts"
import { sessionOver } from "./sessionOver.ts"
import { type ChosenApp, type WalletConnectSurroundings, walletConnectId } from "./WalletConnect.ts"
import { walletOver } from "./wallets/walletOver.ts"
import type { ApprovedSession } from "./Wire.ts"

/** WalletConnect with its code there, over a client that runs. */
export interface OpenWalletConnect {
  /** What stands behind the page's connector of a namespace. */
  readonly behind: (namespace: Namespace) => Promise<Connector>
  readonly prepare: Effect.Effect<void, ConnectorError>
  readonly chosen: (app: ChosenApp | null) => void
}

const failed = (reason: ConnectorReason) => new ConnectorError({ connectorId: walletConnectId, reason })

/** How long a wallet may take to hear that it is over, before the page goes on. */
const farewell = "5 seconds"

/**
 * @param connectors those that the page has, one for each namespace
 * @param scope every attempt ends with it
 */
export const openWalletConnect = (
  around: WalletConnectSurroundings,
  client: RelayClient,
  connectors: readonly Connector[],
  scope: Scope.Scope,
): OpenWalletConnect => {
  const asked = proposedNamespaces(around.networks, around.override)
  const session = sessionOver(client, asked, around)
  const attempts = attemptsOver({ client, asked, session, scope, linked: around.linked })
  let app: ChosenApp | null | undefined

  const told = new Set<RelayRefusal>()
  client.listen((event) => {
    const refusal = event._tag === "HungUp" ? refusalIn(event.text) : null
    if (refusal === null || told.has(refusal)) return
    told.add(refusal)
    around.refused(refusal)
  })

  session.wire.listen(({ _tag }) => {
    if (_tag !== "Ended") return
    app = null
    opens()
  })

  const opens = () => {
    if (app !== undefined) client.opens(app).catch(() => {})
  }

  /** What the page's own connector gives of a session that stands: asked, it has its code from then on. */
  const shared = (connector: Connector) =>
    Effect.map(connector.restore, (given) => ({ connector, session: given }))

  /** What a wallet has approved, from the side of one namespace; of another where it has approved nothing of this one. */
  const sessionOf = (
    { namespaces, wallet }: ApprovedSession,
    namespace: Namespace,
    own: Effect.Effect<WalletSession, ConnectorError>,
  ): Effect.Effect<WalletSession, ConnectorError> =>
    Effect.gen(function* () {
      const others = connectors.filter(
        (one) => one.namespace !== namespace && namespaces[one.namespace] !== undefined,
      )
      const also = yield* Effect.forEach(others, shared)
      if (namespaces[namespace] !== undefined)
        return { ...(yield* own), wallet, ...(also.length > 0 && { also }) }
      const [first, ...rest] = also
      if (first === undefined) return yield* failed({ _tag: "Malformed", what: "session" })
      return { ...first.session, ...(rest.length > 0 && { also: rest }) }
    })

  const behind = async (namespace: Namespace): Promise<Connector> => {
    const wallet = await walletOver(session.wire, namespace)

    const connect = ({ late, network }: ConnectRequest) => {
      const own = wallet.connect({ network, late: () => {} })
      // Nobody waits for it any more: it is told in its own time.
      const tellLate = (approved: ApprovedSession) => {
        Effect.runFork(
          Effect.matchEffect(sessionOf(approved, namespace, own), {
            onFailure: () => Effect.void,
            onSuccess: (given) => Effect.sync(() => late(given)),
          }),
        )
      }
      return attempts.connect(tellLate).pipe(
        Effect.mapError(failed),
        Effect.tap(() => Effect.sync(opens)),
        Effect.flatMap((approved) => sessionOf(approved, namespace, own)),
      )
    }

    return {
      ...wallet,
      connect,
      restore: Effect.tryPromise({
        try: () => session.restore(namespace),
        catch: () => failed({ _tag: "Locked" }),
      }).pipe(
        Effect.flatMap((approved) =>
          approved?.namespaces[namespace] === undefined
            ? Effect.fail(failed({ _tag: "Locked" }))
            : Effect.map(wallet.restore, (given) => ({ ...given, wallet: approved.wallet })),
        ),
      ),
      disconnect: Effect.promise(() => session.end()).pipe(Effect.timeoutOption(farewell), Effect.asVoid),
    }
  }

  return {
    behind,
    prepare: Effect.mapError(attempts.prepare, failed),
    chosen: (chosen) => {
      app = chosen !== null && isSafeApp(chosen.href) ? chosen : null
      opens()
    },
  }
}
