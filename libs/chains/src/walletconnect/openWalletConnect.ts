import type { Namespace } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import type { Connector, ConnectRequest, WalletSession } from "../contract/Connector.ts"
import { ConnectorError, type ConnectorReason, type RelayRejection } from "../contract/ConnectorError.ts"
import type { ApprovedSession, RemoteWallet } from "../remote/RemoteWallet.ts"
import { ProviderError } from "../wallet/ProviderError.ts"
import { isSafeApp } from "./isSafeApp.ts"
import { makeSessionConnector } from "./makeSessionConnector.ts"
import { makeOptionalNamespaces } from "./optionalNamespaces.ts"
import { makePairingAttempts } from "./pairingAttempts.ts"
import type { RelayClient } from "./RelayClient.ts"
import { parseRelayRejection } from "./relayRejection.ts"
import { type LinkedApp, type WalletConnectDeps, walletConnectId } from "./WalletConnect.ts"
import { makeWalletConnectSession } from "./WalletConnectSession.ts"

/** WalletConnect with loaded code, over a running client. */
export interface LoadedWalletConnect {
  /** Returns the loaded connector of a namespace. */
  readonly getConnector: (namespace: Namespace) => Promise<Connector>
  readonly prepare: Effect.Effect<void, ConnectorError>
  readonly setLinkedApp: (app: LinkedApp | null) => void
}

const toConnectorError = (reason: ConnectorReason) =>
  new ConnectorError({ connectorId: walletConnectId, reason })

/**
 * @param connectors of the host app, one for each namespace
 * @param scope ends every attempt when it closes
 */
export const openWalletConnect = (
  around: WalletConnectDeps,
  client: RelayClient,
  connectors: readonly Connector[],
  scope: Scope.Scope,
): LoadedWalletConnect => {
  const asked = makeOptionalNamespaces(around.networks, around.override)
  const session = makeWalletConnectSession(client, asked, around)
  const attempts = makePairingAttempts({
    client,
    asked,
    session,
    scope,
    linked: around.onLink,
    // The method exists for EVM networks alone, and a page has one session for all of its networks.
    signIn: Object.keys(asked).join() === "eip155" ? around.signIn : undefined,
  })
  let app: LinkedApp | null | undefined

  const told = new Set<RelayRejection>()
  client.listen((event) => {
    const refusal = event._tag === "RelayError" ? parseRelayRejection(event.text) : null
    if (refusal === null || told.has(refusal)) return
    told.add(refusal)
    around.onRelayRejection(refusal)
  })

  session.remoteWallet.listen(({ _tag }) => {
    if (_tag !== "SessionDeleted") return
    app = null
    opens()
  })

  const opens = () => {
    if (app !== undefined) client.setLinkedApp(app).catch(() => {})
  }

  /** Returns an approval as a session of one namespace, or of another if it lacks this one. */
  const sessionOf = (
    { namespaces, signed, wallet }: ApprovedSession,
    namespace: Namespace,
    given: (connector: Connector) => Effect.Effect<WalletSession, ConnectorError>,
  ): Effect.Effect<WalletSession, ConnectorError> =>
    Effect.gen(function* () {
      const approved = connectors.filter((connector) => namespaces[connector.namespace] !== undefined)
      const ordered = [
        ...approved.filter((connector) => connector.namespace === namespace),
        ...approved.filter((connector) => connector.namespace !== namespace),
      ]
      const [first, ...also] = (yield* Effect.forEach(ordered, (connector) =>
        given(connector).pipe(
          Effect.map((own) => ({ connector, session: { ...own, wallet } })),
          // A chain that cannot use the session does not affect the others.
          Effect.orElseSucceed(() => null),
        ),
      )).filter((one) => one !== null)
      return first === undefined
        ? yield* toConnectorError({ _tag: "Malformed", what: "session" })
        : {
            ...first.session,
            ...(also.length > 0 && { otherChains: also }),
            ...(signed !== undefined && { signed }),
          }
    })

  /** Reports an approval after the caller was interrupted. It is adopted only on request. */
  const tellLate = (settled: unknown, namespace: Namespace, late: ConnectRequest["onLateApproval"]) => {
    const approved = session.read(settled)
    if (approved === null) {
      session.reject(settled)
      return
    }
    const undecided = (connector: Connector) =>
      Effect.flatMap(
        Effect.promise(() =>
          makeSessionConnector(makeUndecidedWallet(approved, around), connector.namespace),
        ),
        ({ restore }) => restore,
      )
    const decide = (wanted: boolean) => {
      if (wanted) return session.adopt(settled) !== null
      session.reject(settled)
      return false
    }
    Effect.runFork(
      sessionOf(approved, namespace, undecided).pipe(
        Effect.map((given) =>
          late({ ...given, acceptLateSession: decide, lateSessionEnd: session.waitForEnd(settled) }),
        ),
        Effect.catch(() => Effect.sync(() => session.reject(settled))),
      ),
    )
  }

  const uses = new WeakMap<ApprovedSession, { under: number; kept: boolean }>()
  /** Removes the session if its caller was interrupted and no other caller uses it. */
  const orNobodys = <A, E>(approved: ApprovedSession, use: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.suspend(() => {
      const of = uses.get(approved) ?? { under: 0, kept: false }
      uses.set(approved, of)
      of.under += 1
      return use.pipe(
        Effect.tap(() =>
          Effect.sync(() => {
            of.kept = true
          }),
        ),
        Effect.onInterrupt(() =>
          Effect.sync(() => {
            if (of.under === 1 && !of.kept) void session.end()
          }),
        ),
        Effect.ensuring(
          Effect.sync(() => {
            of.under -= 1
          }),
        ),
      )
    })

  const behind = async (namespace: Namespace): Promise<Connector> => {
    const wallet = await makeSessionConnector(session.remoteWallet, namespace)
    return {
      ...wallet,
      connect: ({ onLateApproval, network }) =>
        attempts
          .connect((settled) => tellLate(settled, namespace, onLateApproval))
          .pipe(
            Effect.mapError(toConnectorError),
            Effect.tap(() => Effect.sync(opens)),
            Effect.flatMap((approved) =>
              orNobodys(
                approved,
                sessionOf(approved, namespace, (connector) =>
                  // A request loads the code of the host app's connectors.
                  connector.namespace === namespace
                    ? wallet.connect({ network, onLateApproval: () => {} })
                    : connector.restore,
                ).pipe(Effect.tapError(() => Effect.promise(() => session.end()))),
              ),
            ),
          ),
      restore: Effect.tryPromise({
        try: () => session.restore(namespace),
        // A session that could not be read has not ended.
        catch: () => toConnectorError({ _tag: "Offline" }),
      }).pipe(
        Effect.flatMap((approved) =>
          approved?.namespaces[namespace] === undefined
            ? Effect.fail(toConnectorError({ _tag: "Locked" }))
            : Effect.map(wallet.restore, (given) => ({ ...given, wallet: approved.wallet })),
        ),
      ),
      disconnect: Effect.promise(() => session.end()),
    }
  }

  return {
    getConnector: behind,
    prepare: Effect.mapError(attempts.prepare, toConnectorError),
    setLinkedApp: (chosen) => {
      app = chosen !== null && isSafeApp(chosen.href) ? chosen : null
      opens()
    },
  }
}

/** Returns a wallet that shows an approval and sends no requests. */
const makeUndecidedWallet = (approved: ApprovedSession, around: WalletConnectDeps): RemoteWallet => ({
  deps: around,
  session: () => approved,
  request: () => Promise.reject(new ProviderError(4900, "This session was not accepted.")),
  activeNetwork: () => null,
  setActiveNetwork: () => {},
  listen: () => () => {},
})
