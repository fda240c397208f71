import type { Namespace } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import type { Connector, ConnectRequest, WalletSession } from "../contract/Connector.ts"
import { ConnectorError, type ConnectorReason, type RelayRefusal } from "../contract/ConnectorError.ts"
import type { ApprovedSession, Wire } from "../remote/Wire.ts"
import { ProviderError } from "../wallet/ProviderError.ts"
import { attemptsOver } from "./attempts.ts"
import { isSafeApp } from "./isSafeApp.ts"
import { proposedNamespaces } from "./proposedNamespaces.ts"
import type { RelayClient } from "./RelayClient.ts"
import { refusalIn } from "./relayRefusal.ts"
import { sessionOver } from "./sessionOver.ts"
import { type ChosenApp, type WalletConnectSurroundings, walletConnectId } from "./WalletConnect.ts"
import { walletOver } from "./walletOver.ts"

/** WalletConnect with its code there, over a client that runs. */
export interface OpenWalletConnect {
  /** What stands behind the page's connector of a namespace. */
  readonly behind: (namespace: Namespace) => Promise<Connector>
  readonly prepare: Effect.Effect<void, ConnectorError>
  readonly chosen: (app: ChosenApp | null) => void
}

const failed = (reason: ConnectorReason) => new ConnectorError({ connectorId: walletConnectId, reason })

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

  /** What a wallet has approved, from the side of one namespace; of another where it has approved nothing of this one. */
  const sessionOf = (
    { namespaces, wallet }: ApprovedSession,
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
          // What its chain can make nothing of leaves the others as they are.
          Effect.orElseSucceed(() => null),
        ),
      )).filter((one) => one !== null)
      return first === undefined
        ? yield* failed({ _tag: "Malformed", what: "session" })
        : { ...first.session, ...(also.length > 0 && { also }) }
    })

  /** Nobody waits for it any more: it is told in its own time, and taken up where that is wanted. */
  const tellLate = (settled: unknown, namespace: Namespace, late: ConnectRequest["late"]) => {
    const approved = session.read(settled)
    if (approved === null) {
      session.refuse(settled)
      return
    }
    const undecided = (connector: Connector) =>
      Effect.flatMap(
        Effect.promise(() => walletOver(undecidedWire(approved, around), connector.namespace)),
        ({ restore }) => restore,
      )
    const decide = (wanted: boolean) => {
      if (wanted) return session.takeUp(settled) !== null
      session.refuse(settled)
      return false
    }
    Effect.runFork(
      sessionOf(approved, namespace, undecided).pipe(
        Effect.map((given) => late({ ...given, decide })),
        Effect.catch(() => Effect.sync(() => session.refuse(settled))),
      ),
    )
  }

  const uses = new WeakMap<ApprovedSession, { under: number; kept: boolean }>()
  /** Whoever has walked away meanwhile leaves no session behind that nobody knows of. Others may use the same one. */
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
    const wallet = await walletOver(session.wire, namespace)
    return {
      ...wallet,
      connect: ({ late, network }) =>
        attempts
          .connect((settled) => tellLate(settled, namespace, late))
          .pipe(
            Effect.mapError(failed),
            Effect.tap(() => Effect.sync(opens)),
            Effect.flatMap((approved) =>
              orNobodys(
                approved,
                sessionOf(approved, namespace, (connector) =>
                  // Asked, the page's own connectors have their code from then on.
                  connector.namespace === namespace
                    ? wallet.connect({ network, late: () => {} })
                    : connector.restore,
                ).pipe(Effect.tapError(() => Effect.promise(() => session.end()))),
              ),
            ),
          ),
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
      disconnect: Effect.promise(() => session.end()),
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

/** Shows what a wallet has approved, and asks it nothing. */
const undecidedWire = (approved: ApprovedSession, around: WalletConnectSurroundings): Wire => ({
  around,
  session: () => approved,
  request: () => Promise.reject(new ProviderError(4900, "This session was not taken up.")),
  inUse: () => null,
  use: () => {},
  listen: () => () => {},
})
