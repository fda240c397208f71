import type { Connector, WalletSession } from "@wmodal/chains"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ConnectionDeps } from "./openConnection.ts"
import { getSessionNamespace, toWalletInfo } from "./walletSessions.ts"

/** Keeps the one session that a wallet approved after its attempt had ended, until the user takes or dismisses it. */
export const makeLateApprovals = Effect.fnUntraced(function* ({ board, late, oneStep }: ConnectionDeps) {
  const scope = yield* Effect.scope
  let lateConnector: Connector | null = null

  /**
   * @returns whether the session still exists: over a relay its wallet may have ended it before it was accepted.
   */
  const withdraw = (wanted: boolean) =>
    Effect.suspend(() => {
      const stands = SubscriptionRef.getUnsafe(late)?.session.acceptLateSession?.(wanted) ?? wanted
      lateConnector = null
      return Effect.as(SubscriptionRef.set(late, null), stands)
    })
  const dismiss = Effect.asVoid(withdraw(false))

  const offer = (connector: Connector, session: WalletSession) =>
    Effect.suspend(() => {
      const namespace = getSessionNamespace(session, connector)
      const has = board.getConnected(namespace)?.wallet.connectorId === connector.id
      if (has || scope.state._tag === "Closed") return Effect.sync(() => session.acceptLateSession?.(false))
      const wallet = toWalletInfo(connector, oneStep.options, session)
      return Effect.andThen(
        dismiss,
        Effect.suspend(() => {
          lateConnector = connector
          return SubscriptionRef.set(late, { namespace, wallet, session })
        }),
      )
    })

  return { offer, withdraw, dismiss, connector: () => lateConnector }
})
