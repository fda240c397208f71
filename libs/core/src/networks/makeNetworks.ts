import { type CaipNetworkId, lazy, type Namespace, type Network, SubscriptionRef } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import type { ConnectionStore } from "../connection/ConnectionStore.ts"
import type { EmitEvent } from "../EngineEvent.ts"
import { loadPart } from "../effects/loadPart.ts"
import type { Alerts } from "../notices/Alerts.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { Router } from "../router/Router.ts"
import type { ViewPolicy } from "../router/viewPolicy.ts"
import type { PersistedState } from "../storage/PersistedState.ts"
import type { NetworkSelection } from "./makeNetworkSelection.ts"
import type { NetworkSwitch } from "./makeNetworkSwitch.ts"
import type { Networks, SwitchState } from "./Networks.ts"

export interface NetworksDeps {
  /** The namespaces whose wallets the page reaches. */
  readonly namespaces: readonly Namespace[]
  readonly selection: NetworkSelection
  readonly board: ConnectionStore
  readonly memory: PersistedState
  readonly router: Router
  readonly views: Pick<ViewPolicy, "networkShown" | "networkSwitched">
  readonly alerts: Alerts
  readonly imageUrl: Networks["imageUrl"]
  /** Runs after each change of the shown network or the connected wallet. */
  readonly changed: Effect.Effect<void>
  readonly emit: EmitEvent
}

/** The networks as the rest of the engine uses them, including what the UI does not see. */
export interface NetworksInternal extends Pick<NetworkSelection, "gone" | "reset"> {
  readonly networks: Networks
  /** Returns the network to request from a wallet of this namespace. */
  readonly preferred: (namespace: Namespace) => Network | null
  /** Called when the connection of a namespace has changed; `chosen` when the user has just connected it. */
  readonly follow: (namespace: Namespace, chosen: boolean) => Effect.Effect<void>
}

export const makeNetworks = ({
  namespaces,
  selection,
  board,
  memory,
  router,
  views,
  alerts,
  imageUrl,
  changed,
  emit,
}: NetworksDeps) =>
  Effect.gen(function* () {
    const { find, gone, selected, shown } = selection
    const run = Effect.runPromiseWith(yield* Effect.context<Scope.Scope>())
    const switching = yield* SubscriptionRef.make<SwitchState>({ _tag: "Idle" })

    const refreshShown = Effect.andThen(selection.refreshShown, changed)

    /** The account changes first: a subscriber to the network must find the account on it. */
    const select = (network: Network) =>
      Effect.gen(function* () {
        const { caipNetworkId, chainNamespace } = network
        yield* board.dispatch(chainNamespace, { _tag: "Selected", network: caipNetworkId })
        yield* selection.select(network)
        yield* refreshShown
      })

    const cancel = Effect.suspend(() => part.now()?.cancel ?? Effect.void)

    const follow: NetworksInternal["follow"] = (namespace, chosen) =>
      Effect.gen(function* () {
        // The pending switch of a removed wallet does not affect the next one.
        const asking = SubscriptionRef.getUnsafe(switching)
        if (
          asking._tag !== "Idle" &&
          asking.network.chainNamespace === namespace &&
          board.getConnected(namespace) === null
        )
          yield* cancel
        const before = SubscriptionRef.getUnsafe(shown)
        const reported = find(board.getConnected(namespace)?.walletNetwork ?? null)
        const next = reported ?? (chosen ? preferred(namespace) : null)
        // The network of a namespace that is not shown is kept with its account.
        if (next !== null && (chosen || active() === namespace)) yield* select(next)
        else if (next !== null)
          yield* board.dispatch(namespace, { _tag: "Selected", network: next.caipNetworkId })
        const left =
          board.get(active())._tag === "Disconnected" ? selection.configured.find(isHeld) : undefined
        yield* left === undefined ? refreshShown : select(left)
        if (chosen || before !== SubscriptionRef.getUnsafe(shown)) yield* views.networkShown
      })

    const active = () => SubscriptionRef.getUnsafe(selected).chainNamespace

    /** Returns true when the account of a connected chain is on this network. */
    const isHeld = ({ caipNetworkId, chainNamespace }: Network) =>
      board.connectors.has(chainNamespace) &&
      board.getConnected(chainNamespace)?.account.startsWith(`${caipNetworkId}:`)

    /** Connecting for a picked network uses that network. */
    const preferred: NetworksInternal["preferred"] = (namespace) => {
      const { open, history } = SubscriptionRef.getUnsafe(router.state)
      const picked = open
        ? history.map((view) => (view._tag === "SwitchActiveChain" ? find(view.network) : null))
        : []
      const order = [...picked, SubscriptionRef.getUnsafe(selected), ...selection.configured]
      return order.find((network) => network?.chainNamespace === namespace) ?? null
    }

    const part = lazy(async () => {
      const { makeNetworkSwitch } = await import("./makeNetworkSwitch.ts")
      return run(
        makeNetworkSwitch({
          board,
          memory,
          router,
          views,
          alerts,
          emit,
          selection,
          select,
          refreshShown,
          switching,
          namespaces,
        }),
      )
    })
    const withSwitch = <E>(id: CaipNetworkId, use: (loaded: NetworkSwitch) => Effect.Effect<void, E>) =>
      Effect.suspend(() => {
        const loaded = part.now()
        if (loaded !== null) return use(loaded)
        const namespace = find(id)?.chainNamespace ?? active()
        const wallet = board.connectors.get(namespace)
        return Effect.flatMap(
          loadPart(part),
          (late): Effect.Effect<void, E | EngineError> =>
            // The switch of a wallet that is gone meanwhile is not asked of the next one.
            board.connectors.get(namespace) === wallet
              ? use(late)
              : Effect.fail(new EngineError({ reason: { _tag: "Cancelled" } })),
        )
      })

    const loaded = <E>(use: (late: NetworkSwitch) => Effect.Effect<void, E>) =>
      Effect.flatMap(loadPart(part), use)

    const networks: Networks = {
      get configured() {
        return selection.configured
      },
      all: selection.all,
      add: (network, byUser) => loaded(({ add }) => add(network, byUser)),
      remove: (id) => loaded(({ remove }) => remove(id)),
      selected,
      shown,
      switching,
      switchTo: (id) => withSwitch(id, (loaded) => loaded.switchTo(id)),
      pick: (id) =>
        Effect.catch(
          withSwitch(id, (loaded) => loaded.pick(id)),
          (error) => (error.reason._tag === "Cancelled" ? Effect.void : alerts.show(error)),
        ),
      cancel,
      imageUrl,
      ofNamespace: (namespace) =>
        selection.configured.filter((network) => network.chainNamespace === namespace),
    }

    const room: NetworksInternal = {
      networks,
      preferred,
      gone,
      follow,
      reset: selection.reset,
    }
    return room
  })
