import { lazy, type Namespace, parseNamedImage, SubscriptionRef } from "@wmodal/protocol"
import { Effect, Fiber, Scope } from "effect"
import { inTurn } from "../effects/inTurn.ts"
import { loadPart } from "../effects/loadPart.ts"
import { EngineError } from "../problems/EngineError.ts"
import { persistedRecords } from "../storage/PersistedState.ts"
import type { Connection, LateApproval } from "./Connection.ts"
import { disconnected } from "./connectionModel.ts"
import type { ConnectionDeps, OpenedConnection, openConnection } from "./openConnection.ts"

/** The connections of an engine. */
interface MadeConnection {
  readonly connection: Connection
  /**
   * Restores the sessions of the last visit; nothing else begins it. Completes when their wallets are asked: the ten
   * seconds for an answer begin with the engine.
   */
  readonly restore: Effect.Effect<void>
}

/**
 * Makes the connections of an engine. What talks to wallets is loaded with the first attempt, or when there is a session
 * to restore. `open` replaces that load.
 */
export const makeConnection = (given: Omit<ConnectionDeps, "late">, open?: typeof openConnection) =>
  Effect.gen(function* () {
    const { board, connectors, memory, namespaces, networks } = given
    const scope = yield* Effect.scope
    const late = yield* SubscriptionRef.make<LateApproval | null>(null)
    const deps: ConnectionDeps = { ...given, late }
    const run = Effect.runPromiseWith(yield* Effect.context<never>())
    let opened: OpenedConnection | null = null
    const part = lazy(async () => {
      const { openConnection } = await import("./openConnection.ts")
      opened = await run(Effect.provideService(openConnection(deps), Scope.Scope, scope))
      return opened
    })
    const load = Effect.suspend(() => (opened === null ? loadPart(part) : Effect.succeed(opened)))

    /** Ends what is shown of attempts and restores whose code has not loaded. */
    const endUnopened = (because: EngineError | null, only = namespaces) =>
      inTurn(
        only.filter((one) => board.get(one)._tag !== "Disconnected"),
        (namespace) =>
          Effect.andThen(
            board.dispatch(
              namespace,
              because !== null && board.get(namespace)._tag === "Connecting"
                ? { _tag: "Refused", problem: because }
                : { _tag: "Ended", because },
            ),
            networks.follow(namespace, false),
          ),
      )

    /** Shows an attempt while its code is loading. */
    const announce = (connectorId: string, namespace?: Namespace) =>
      Effect.suspend(() => {
        const connector = SubscriptionRef.getUnsafe(connectors.all).find(
          (one) => one.id === connectorId && (namespace ?? one.namespace) === one.namespace,
        )
        if (opened !== null || connector === undefined) return Effect.void
        const { name, icon } = connector
        const wallet = { connectorId, name, icon }
        return board.dispatch(connector.namespace, { _tag: "Asked", wallet })
      })

    /** Counts the cancellations: an attempt that was cancelled while its code was loading must not begin. */
    let cancelled = 0
    const begin = <A, E>(
      [connectorId, namespace]: Parameters<Connection["connect"]>,
      attempt: (opened: OpenedConnection) => Effect.Effect<A, E>,
    ): Effect.Effect<A, E | EngineError> =>
      Effect.suspend(() => {
        const before = cancelled
        return announce(connectorId, namespace).pipe(
          Effect.andThen(load),
          Effect.tapError((error) => endUnopened(error)),
          Effect.flatMap(
            (opened): Effect.Effect<A, E | EngineError> =>
              cancelled === before
                ? attempt(opened)
                : Effect.fail(new EngineError({ reason: { _tag: "Cancelled" } })),
          ),
        )
      })

    const sessions = memory.read(persistedRecords.sessions) ?? {}
    for (const namespace of namespaces) {
      const remembered = sessions[namespace]
      yield* SubscriptionRef.update(board.state, (all) => ({ ...all, [namespace]: disconnected }))
      if (remembered === undefined) continue
      const { id: connectorId, name } = remembered
      const icon = parseNamedImage(remembered.icon, deps.oneStep.options.imageHosts)
      yield* board.dispatch(namespace, { _tag: "RestoreStarted", wallet: { connectorId, name, icon } })
    }
    if (open !== undefined) opened = yield* open(deps)
    const restoring = load.pipe(
      Effect.flatMap(({ restore }) => restore(sessions)),
      Effect.catch((error) => endUnopened(error)),
      Effect.forkIn(scope, { startImmediately: true }),
    )

    const connection: Connection = {
      state: board.state,
      late,
      connect: (...wanted) =>
        Effect.catch(
          begin(wanted, ({ connect }) => connect(...wanted)),
          (error) => (error.reason._tag === "Cancelled" ? Effect.void : Effect.fail(error)),
        ),
      connectAndWait: (...wanted) => begin(wanted, ({ connectAndWait }) => connectAndWait(...wanted)),
      cancel: (namespace) =>
        Effect.suspend(() => {
          cancelled += 1
          return opened === null
            ? endUnopened(null, namespace === undefined ? namespaces : [namespace])
            : opened.cancel(namespace)
        }),
      acceptLate: Effect.suspend(() => opened?.acceptLate ?? Effect.void),
      dismissLate: Effect.suspend(() => opened?.dismissLate ?? Effect.void),
      disconnect: (namespace) =>
        Effect.suspend(() =>
          opened === null && namespaces.every((one) => board.get(one)._tag === "Disconnected")
            ? Effect.void
            : Effect.flatMap(load, ({ disconnect }) => disconnect(namespace)),
        ),
      connectorOf: (namespace) => board.connectors.get(namespace) ?? null,
      settled: Effect.asVoid(
        SubscriptionRef.awaitValue(board.state, (all) =>
          Object.values(all).every((one) => one._tag !== "Restoring"),
        ),
      ),
    }
    const made: MadeConnection = {
      connection,
      restore: namespaces.some((one) => sessions[one] !== undefined)
        ? Effect.asVoid(Effect.flatMap(restoring, Fiber.await))
        : Effect.void,
    }
    return made
  })
