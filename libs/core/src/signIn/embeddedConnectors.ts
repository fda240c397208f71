import type { Connector, WalletSession } from "@wmodal/chains"
import { frameId } from "@wmodal/chains/frame"
import { type Namespace, namespaces, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ConnectionStore } from "../connection/ConnectionStore.ts"
import type { SignedInUser } from "./SignIn.ts"

/** Names each connection of the embedded wallet after the signed-in user, also after an email change. */
export const renameConnections = (
  board: ConnectionStore,
  signedIn: SignedInUser | null,
): Effect.Effect<void> =>
  Effect.suspend(() => {
    const name = signedIn && (signedIn.email ?? signedIn.username)
    const renamed = namespaces.flatMap((namespace) => {
      const state = board.getConnected(namespace)
      return name === null || state?.wallet.connectorId !== frameId || state.wallet.name === name
        ? []
        : [[namespace, { ...state, wallet: { ...state.wallet, name } }] as const]
    })
    return renamed.length === 0
      ? Effect.void
      : SubscriptionRef.update(board.state, (all) => ({ ...all, ...Object.fromEntries(renamed) }))
  })

interface ConnectorLabels {
  /** Returns the signed-in user's name. */
  readonly name: () => string | null
  /** Called when the session of an earlier visit could not be restored. */
  readonly notRestored: (namespace: Namespace) => void
}

/** Returns the connectors with the signed-in user's name as the wallet's name. */
export const embeddedConnectors = (
  connectors: readonly Connector[],
  { name, notRestored }: ConnectorLabels,
): readonly Connector[] => {
  const named = (session: WalletSession): WalletSession => ({
    ...session,
    wallet: { name: name() ?? session.wallet?.name ?? "Auth", icon: session.wallet?.icon ?? null },
    ...(session.otherChains && {
      otherChains: session.otherChains.map(({ connector, session: other }) => ({
        connector: own[connectors.indexOf(connector)] ?? connector,
        session: named(other),
      })),
    }),
  })
  const own: readonly Connector[] = connectors.map((connector) => ({
    ...connector,
    connect: (request) =>
      Effect.map(
        connector.connect({
          ...request,
          onLateApproval: (session) => request.onLateApproval(named(session)),
        }),
        named,
      ),
    restore: Effect.map(connector.restore, named).pipe(
      Effect.tapError(() => Effect.sync(() => notRestored(connector.namespace))),
    ),
  }))
  return own
}
