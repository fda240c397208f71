import type { Connector } from "@wmodal/chains"
import type { Namespace } from "@wmodal/protocol"
import { Effect } from "effect"
import type { TaskHandle } from "../effects/TaskHandle.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { Problem } from "../problems/Problem.ts"
import { describeProblem } from "../problems/problemText.ts"
import { notifyWallet, tellWallet } from "./notifyWallet.ts"
import type { ConnectionDeps } from "./openConnection.ts"
import { forgetSession, leaveSession } from "./sessionRecords.ts"

/** A wallet that shares no account any more, and connects by itself when it shares the same one again. */
export interface EmptiedWallet {
  readonly connector: Connector
  readonly address: string
}

/** The running parts of each namespace, and how they end. */
interface Running {
  readonly attempts: ReadonlyMap<Namespace, TaskHandle>
  readonly listeners: ReadonlyMap<Namespace, TaskHandle>
  readonly emptied: Map<Namespace, EmptiedWallet>
  readonly end: (namespace: Namespace, because: Problem | null) => Effect.Effect<void>
  readonly endAttempt: (namespace: Namespace) => Effect.Effect<void>
}

/** Makes the user's disconnect, of one namespace or of all. */
export const makeDisconnect = Effect.fnUntraced(function* (
  { board, emit, memory, networks, toasts, views }: ConnectionDeps,
  { attempts, emptied, end, endAttempt, listeners }: Running,
) {
  const scope = yield* Effect.scope

  /**
   * Disconnects the wallet and takes the place of an attempt. The sign-out of the embedded wallet is waited for: its
   * session would stay open. A connect meanwhile ends this and keeps its session.
   * @returns false when the sign-out failed, `null` when this was ended.
   */
  const leave = (namespace: Namespace, slot: TaskHandle, connector: Connector | undefined) =>
    Effect.gen(function* () {
      if (connector === undefined) forgetSession(memory, namespace)
      else leaveSession(memory, namespace, connector.id)
      yield* listeners.get(namespace)?.stop ?? Effect.void
      if (board.getConnected(namespace) !== null) yield* endAttempt(namespace)
      const told =
        connector === undefined
          ? Effect.succeed(true)
          : connector.type === "AUTH"
            ? tellWallet(connector)
            : Effect.as(notifyWallet(connector, scope), true)
      const leaving = Effect.tap(told, () => Effect.andThen(networks.reset(namespace), end(namespace, null)))
      return yield* Effect.orElseSucceed(yield* slot.run(leaving), () => null)
    })

  const disconnect = (namespace?: Namespace) =>
    Effect.gen(function* () {
      for (const [one, { connector }] of emptied)
        if ((namespace ?? one) === one) {
          leaveSession(memory, one, connector.id)
          emptied.delete(one)
          yield* listeners.get(one)?.stop ?? Effect.void
        }
      const leaving = [...attempts].flatMap(([one, slot]) => {
        const state = board.get(one)
        // One that was lost, or not restored, would come back by itself.
        if ((namespace ?? one) !== one || (state._tag === "Disconnected" && state.because === null)) return []
        const way = leave(one, slot, board.connectors.get(one))
        // Wallets that disconnect together do not replace each other as the active one.
        board.connectors.delete(one)
        return [way]
      })
      const told = yield* Effect.all(leaving, { concurrency: "unbounded" })
      if (told.every((heard) => heard === null)) return
      if (!told.includes(false)) {
        yield* emit("DISCONNECT_SUCCESS", { namespace: namespace ?? "all" })
        yield* views.disconnected
        return
      }
      const error = new EngineError({ reason: { _tag: "DisconnectFailed" } })
      const { title, titleText } = yield* describeProblem(error)
      yield* emit("DISCONNECT_ERROR", { message: titleText })
      yield* views.disconnectFailed
      yield* toasts.show("error", title)
      return yield* error
    })

  return disconnect
})
