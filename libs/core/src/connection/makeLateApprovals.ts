import type { Connector, WalletSession } from "@wmodal/chains"
import { Clock, SubscriptionRef } from "@wmodal/protocol"
import { Effect, Stream } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import { makeTaskHandle } from "../effects/TaskHandle.ts"
import type { ConnectionDeps } from "./openConnection.ts"
import { getSessionNamespace, toWalletInfo } from "./walletSessions.ts"

/** The time for which a session that was approved late is offered. */
const offerTtlMs = 600_000

/**
 * Keeps the one session that a wallet approved after its attempt had ended, until the user takes or dismisses it, its
 * wallet ends it, or it is too old. The modal opens for it where no wallet is connected, as the user has just approved.
 */
export const makeLateApprovals = Effect.fnUntraced(function* ({
  board,
  late,
  oneStep,
  router,
}: ConnectionDeps) {
  const scope = yield* Effect.scope
  const watching = yield* makeTaskHandle
  let lateConnector: Connector | null = null

  /**
   * @returns whether the session still exists: over a relay its wallet may have ended it before it was accepted.
   */
  const withdraw = (wanted: boolean) =>
    Effect.suspend(() => {
      const stands = SubscriptionRef.getUnsafe(late)?.session.acceptLateSession?.(wanted) ?? wanted
      lateConnector = null
      return Effect.as(Effect.andThen(SubscriptionRef.set(late, null), watching.stop), stands)
    })
  const dismiss = Effect.asVoid(withdraw(false))

  const watch = (connector: Connector, { lateSessionEnd }: WalletSession) =>
    Effect.raceFirst(
      Clock.sleep(offerTtlMs),
      lateSessionEnd ??
        catchDefects(
          Stream.runForEach(Stream.unwrap(connector.events), ({ _tag }) =>
            _tag === "Disconnected" ? dismiss : Effect.void,
          ),
        ).pipe(
          // A wallet without events, or with broken ones.
          Effect.catch(() => Effect.void),
          Effect.andThen(Effect.never),
        ),
    ).pipe(Effect.andThen(dismiss))

  /** @param opens whether the modal opens for it: it was open when the wallet was asked, else the host has views of its own */
  const offer = (connector: Connector, session: WalletSession, opens: boolean) =>
    Effect.suspend(() => {
      const namespace = getSessionNamespace(session, connector)
      const has = board.getConnected(namespace)?.wallet.connectorId === connector.id
      if (has || scope.state._tag === "Closed") return Effect.sync(() => session.acceptLateSession?.(false))
      const wallet = toWalletInfo(connector, oneStep.options, session)
      return Effect.andThen(
        dismiss,
        Effect.gen(function* () {
          lateConnector = connector
          yield* SubscriptionRef.set(late, { namespace, wallet, session })
          yield* watching.run(watch(connector, session))
          if (opens && lateConnector !== null && board.getConnected(namespace) === null) yield* router.open()
        }),
      )
    })

  return { offer, withdraw, dismiss, connector: () => lateConnector }
})
