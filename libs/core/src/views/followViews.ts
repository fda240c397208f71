import { walletConnectId } from "@wmodal/chains/walletconnect"
import { hasKey, lazy, type Namespace, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import type { AccountState } from "../account/Account.ts"
import type { Connection } from "../connection/Connection.ts"
import type { ConnectionStore } from "../connection/ConnectionStore.ts"
import type { ConnectorsInternal } from "../connectors/makeConnectors.ts"
import type { EmitEvent } from "../EngineEvent.ts"
import { inTurn } from "../effects/inTurn.ts"
import { loadPart } from "../effects/loadPart.ts"
import type { Networks } from "../networks/Networks.ts"
import type { Alerts } from "../notices/Alerts.ts"
import type { Toasts } from "../notices/Toasts.ts"
import type { OptionsError } from "../options/OptionsError.ts"
import type { PairingInternal } from "../pairing/makePairing.ts"
import { describeProblem } from "../problems/problemText.ts"
import type { RouterInternal } from "../router/makeRouter.ts"
import type { RouterState } from "../router/Router.ts"
import { getVisibleView, isSameView } from "../router/routerModel.ts"

export interface FollowViewsDeps extends RouterInternal {
  readonly namespaces: readonly Namespace[]
  readonly board: ConnectionStore
  readonly alerts: Alerts
  readonly toasts: Toasts
  /** The error of the host's options that prevents a connection. */
  readonly blocking: OptionsError | null
  readonly connectors: Pick<ConnectorsInternal, "prepare">
  readonly networks: Pick<Networks, "switching" | "cancel" | "selected">
  readonly account: SubscriptionRef.SubscriptionRef<AccountState | null>
  readonly pairing: PairingInternal
  readonly connection: Connection
  readonly emit: EmitEvent
}

const viewEvents = lazy(() => import("./emitViewEvent.ts"))

/** Begins what a view needs when it opens, and cancels what its user was asked when it is left. */
export const followViews = (deps: FollowViewsDeps) =>
  Effect.gen(function* () {
    const { router, onMove, namespaces, board, alerts, toasts, blocking, connectors, networks } = deps
    const { connection, emit } = deps
    const { pairing, opened, prepare } = deps.pairing
    const scope = yield* Effect.scope

    const cancelConnecting = Effect.suspend(() =>
      inTurn(
        namespaces.filter((one) => /^(Connect|Failed)/.test(board.get(one)._tag)),
        connection.cancel,
      ),
    )

    const isAwaiting = () => isAwaitingRemoteWallet(SubscriptionRef.getUnsafe(router.state))
    const connectRemoteWallet = (namespace: Namespace | undefined) =>
      Effect.gen(function* () {
        yield* opened
        const isAsked = namespaces.some((one) => {
          const state = board.get(one)
          const asked = (state._tag === "Connected" && state.next) || state
          return asked._tag === "Connecting" && asked.wallet.connectorId === walletConnectId
        })
        if (isAwaiting() && !isAsked) yield* connection.connect(walletConnectId, namespace)
      }).pipe(
        // The view closes when the code cannot be loaded.
        Effect.catch((error) =>
          Effect.gen(function* () {
            const { title, titleText } = yield* describeProblem(error)
            yield* emit("INTERNAL_SDK_ERROR", {
              errorType: "UniversalProviderInitError",
              errorMessage: titleText,
            })
            yield* toasts.show("error", title)
            if (isAwaiting()) yield* router.goBack
          }),
        ),
      )

    onMove((before, after) =>
      Effect.gen(function* () {
        const [from, to] = [getVisibleView(before), getVisibleView(after)]
        if (from === null && to !== null) {
          if (blocking !== null) yield* alerts.show(blocking)
          yield* connectors.prepare
          yield* emit("MODAL_OPEN", { connected: board.anyConnected() })
        }
        if (to !== null) yield* prepare
        if (from !== null && to === null) {
          yield* alerts.dismiss
          yield* emit("MODAL_CLOSE", { connected: board.anyConnected() })
        }

        if (from !== null && to !== null && after.history.length > before.history.length)
          yield* Effect.forkIn(
            Effect.flatMap(loadPart(viewEvents), ({ emitViewEvent }) => emitViewEvent(to, deps)),
            scope,
          )

        const isLeft = from !== null && (to === null || !isSameView(from, to))
        if (
          (isLeft && from._tag === "ConnectingExternal") ||
          (isAwaitingRemoteWallet(before) && !isAwaitingRemoteWallet(after))
        )
          yield* cancelConnecting
        const isOpened = to !== null && after.direction !== "prev" && (from === null || !isSameView(from, to))
        // The host has made a link of its own: nothing is requested here.
        const isHostLink = to !== null && hasKey(to, "uri") && to.uri !== undefined
        if (
          isOpened &&
          !isHostLink &&
          pairing.available &&
          (to._tag === "ConnectingWalletConnect" || to._tag === "ConnectingWalletConnectBasic")
        )
          yield* Effect.forkIn(connectRemoteWallet(hasKey(to, "namespace") ? to.namespace : undefined), scope)
        const asksToSwitch = from?._tag === "ConnectingExternal" || from?._tag === "SwitchNetwork"
        if (isLeft && asksToSwitch && SubscriptionRef.getUnsafe(networks.switching)._tag !== "Idle")
          yield* networks.cancel
      }),
    )
  })

/**
 * Returns true while the wallet's view is in the history: a view on top of it, such as Downloads, keeps the request.
 */
const isAwaitingRemoteWallet = ({ open, history }: RouterState) =>
  open && history.some(({ _tag }) => _tag.startsWith("ConnectingWalletConnect"))
