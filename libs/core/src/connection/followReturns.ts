import type { Connector, WalletSession } from "@wmodal/chains"
import { frameId } from "@wmodal/chains/frame"
import { walletConnectId } from "@wmodal/chains/walletconnect"
import { Clock, type Namespace, SubscriptionRef } from "@wmodal/protocol"
import { Effect, Fiber } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import { persistedRecords } from "../storage/PersistedState.ts"
import type { ConnectionDeps } from "./openConnection.ts"
import { restoreConnection, restoreTimeoutMs } from "./restoreConnection.ts"

export interface ReturnedWallet {
  readonly connector: Connector
  readonly session: WalletSession
}

/** What happens with a session that a wallet shares again. */
export interface TakeReturned {
  /** One that was lost, or not restored. */
  readonly restored: (found: ReturnedWallet) => Effect.Effect<void>
  /** One that the user approved outside of the attempt, which had failed. */
  readonly approved: (found: ReturnedWallet) => Effect.Effect<unknown, unknown>
  /** Runs in the place of an attempt of this namespace, which ends it. */
  readonly run: (namespace: Namespace, looking: Effect.Effect<unknown, unknown>) => Effect.Effect<unknown>
}

/** Returns true when the wallet's own window decides, and the page hears of it by an event. */
export const isDecidedOutside = ({ reason }: { readonly reason: { readonly _tag: string } }): boolean =>
  reason._tag === "RequestPending" || reason._tag === "Locked"

/**
 * Looks without a prompt for wallets of this device that are there again: after the page was shown again, after a new
 * announcement, and when the caller hears it of the wallet. As long as the scope is open. Nothing changes until the
 * wallet shares its accounts.
 */
export const followReturns = Effect.fnUntraced(function* (
  { board, connectors, memory, namespaces, networks, window }: ConnectionDeps,
  take: TakeReturned,
) {
  const scope = yield* Effect.scope
  const services = yield* Effect.context<never>()
  const find = (namespace: Namespace, id: string) =>
    SubscriptionRef.getUnsafe(connectors.all).find((one) => one.id === id && one.namespace === namespace)

  /** Returns true when the connected wallet's connector has a successor: its extension was updated. */
  const isReplaced = (namespace: Namespace) => {
    const used = board.connectors.get(namespace)
    if (used === undefined || (used.type !== "ANNOUNCED" && used.type !== "INJECTED")) return false
    const listed = find(namespace, used.id)
    return listed !== undefined && !SubscriptionRef.getUnsafe(connectors.all).includes(used)
  }

  const look = (namespace: Namespace): Effect.Effect<unknown> => {
    const state = board.get(namespace)
    const remembered = memory.read(persistedRecords.sessions)?.[namespace]
    const isOfDevice = remembered?.id !== walletConnectId && remembered?.id !== frameId
    const isGone = state._tag === "Disconnected" && state.because !== null
    if (remembered !== undefined && isOfDevice && (isGone || isReplaced(namespace))) {
      // Another wallet may have announced itself in the place of one that was lost.
      const restoring = restoreConnection(
        {
          connectors,
          goneNetwork: networks.gone,
          network: networks.preferred(namespace),
          mustProve: remembered.address !== undefined,
        },
        namespace,
        remembered,
      )
      return take.run(namespace, Effect.flatMap(restoring, take.restored))
    }
    const connector =
      state._tag === "Failed" && isDecidedOutside(state.problem)
        ? find(namespace, state.wallet.connectorId)
        : undefined
    if (connector === undefined) return Effect.void
    const asking = catchDefects(connector.restore).pipe(
      Effect.flatMap((session) => take.approved({ connector, session })),
      Clock.timeoutOrElse({ duration: restoreTimeoutMs, orElse: () => Effect.void }),
    )
    return take.run(namespace, asking)
  }
  const lookAll = Effect.suspend(() => Effect.forEach(namespaces, look, { discard: true }))

  yield* Effect.forkIn(
    SubscriptionRef.runForEach(connectors.all, () => lookAll),
    scope,
    { startImmediately: true },
  )
  const shown = () => void Fiber.runIn(Effect.runForkWith(services)(lookAll), scope)
  // `visibilitychange` bubbles to the window.
  for (const type of ["pageshow", "visibilitychange"])
    yield* Effect.acquireRelease(
      Effect.sync(() => window?.addEventListener(type, shown)),
      () => Effect.sync(() => window?.removeEventListener(type, shown)),
    )
  return { find, look: (namespace: Namespace) => Effect.asVoid(Effect.suspend(() => look(namespace))) }
})
