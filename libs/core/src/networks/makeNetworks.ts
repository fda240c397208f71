import type { ConnectorError } from "@wmodal/chains"
import { type CaipNetworkId, type Namespace, type Network, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ConnectionStore } from "../connection/ConnectionStore.ts"
import { catchDefects } from "../effects/catchDefects.ts"
import { notifyWhenSlow } from "../effects/notifyWhenSlow.ts"
import { makeTaskHandle } from "../effects/TaskHandle.ts"
import type { Alerts } from "../notices/Alerts.ts"
import type { Options } from "../options/Options.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { Problem } from "../problems/Problem.ts"
import { getVisibleView } from "../router/makeRouter.ts"
import type { Router } from "../router/Router.ts"
import { type PersistedState, persistedRecords } from "../storage/PersistedState.ts"
import { fallbackNetwork, makeUnknownNetwork } from "./makeUnknownNetwork.ts"
import type { DisplayedNetwork, Networks, SwitchState } from "./Networks.ts"

export interface NetworksDeps {
  readonly options: Pick<Options, "networks" | "defaultNetwork">
  readonly memory: PersistedState
  readonly board: ConnectionStore
  readonly router: Router
  readonly alerts: Alerts
  readonly imageUrl: Networks["imageUrl"]
  /** Runs after each change of the shown network or the connected wallet. */
  readonly changed: Effect.Effect<void>
  readonly emit: (name: string, properties: Readonly<Record<string, unknown>>) => Effect.Effect<void>
}

/** The networks as the rest of the engine uses them, including what the UI does not see. */
export interface NetworksInternal {
  readonly networks: Networks
  /** Returns the network to request from a wallet of this namespace. */
  readonly preferred: (namespace: Namespace) => Network | null
  /** The stored network of an earlier visit when it is no longer configured. */
  readonly gone: CaipNetworkId | null
  /** Called when the connection of a namespace has changed; `chosen` when the user has just connected it. */
  readonly follow: (namespace: Namespace, chosen: boolean) => Effect.Effect<void>
}

export const makeNetworks = ({
  options,
  memory,
  board,
  router,
  alerts,
  imageUrl,
  changed,
  emit,
}: NetworksDeps) =>
  Effect.gen(function* () {
    const slot = yield* makeTaskHandle
    const configured = options.networks.length === 0 ? [fallbackNetwork] : options.networks
    const find = (id: string | null) => configured.find((network) => network.caipNetworkId === id) ?? null

    const stored = memory.read(persistedRecords.activeNetwork)
    const gone = find(stored) === null ? stored : null
    if (gone !== null) memory.write(persistedRecords.activeNetwork, null)
    const start = find(stored) ?? options.defaultNetwork ?? configured[0] ?? fallbackNetwork
    const selected = yield* SubscriptionRef.make<Network>(start)
    const shown = yield* SubscriptionRef.make<DisplayedNetwork>({ network: start, known: true })
    const switching = yield* SubscriptionRef.make<SwitchState>({ _tag: "Idle" })

    const showing = (): DisplayedNetwork => {
      const network = SubscriptionRef.getUnsafe(selected)
      const reported = board.getConnected(network.chainNamespace)?.walletNetwork ?? null
      return reported === null || find(reported) !== null
        ? { network, known: true }
        : { network: makeUnknownNetwork(reported, network.chainNamespace), known: false }
    }

    const refreshShown = Effect.suspend(() => {
      const next = showing()
      const now = SubscriptionRef.getUnsafe(shown)
      const same = next.known === now.known && next.network.caipNetworkId === now.network.caipNetworkId
      return Effect.andThen(same ? Effect.void : SubscriptionRef.set(shown, next), changed)
    })

    /** The account changes first: a subscriber to the network must find the account on it. */
    const select = (network: Network) =>
      Effect.gen(function* () {
        const { caipNetworkId, chainNamespace } = network
        yield* board.dispatch(chainNamespace, { _tag: "Selected", network: caipNetworkId })
        if (network !== SubscriptionRef.getUnsafe(selected)) {
          memory.write(persistedRecords.activeNetwork, caipNetworkId)
          yield* SubscriptionRef.set(selected, network)
        }
        yield* refreshShown
      })

    /**
     * On an unsupported network the user must choose another; once the wallet is on a configured one, the choice
     * closes.
     */
    const showUnsupported = Effect.suspend(() => {
      const view = getVisibleView(SubscriptionRef.getUnsafe(router.state))
      if (view === null) return Effect.void
      const { known } = SubscriptionRef.getUnsafe(shown)
      if (!known) return router.reset({ _tag: "UnsupportedChain" })
      return view._tag === "UnsupportedChain" ? router.goBack : Effect.void
    })

    const cancel = Effect.andThen(slot.stop, SubscriptionRef.set(switching, { _tag: "Idle" }))

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
        const left = board.get(active())._tag === "Disconnected" ? configured.find(isHeld) : undefined
        yield* left === undefined ? refreshShown : select(left)
        if (chosen || before !== SubscriptionRef.getUnsafe(shown)) yield* showUnsupported
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
      const order = [...picked, SubscriptionRef.getUnsafe(selected), ...configured]
      return order.find((network) => network?.chainNamespace === namespace) ?? null
    }

    /** Returns true when a wallet is connected, but none for the chain of this network. */
    const isElsewhere = ({ chainNamespace }: Network) =>
      board.anyConnected() && board.getConnected(chainNamespace) === null

    const ask = (network: Network): Effect.Effect<void, Problem> =>
      Effect.gen(function* () {
        const connector = board.connectors.get(network.chainNamespace)
        if (connector === undefined)
          return yield* new EngineError({ reason: { _tag: "AdapterNotFound", what: network.chainNamespace } })
        yield* SubscriptionRef.set(switching, { _tag: "Switching", network, slow: false })
        yield* notifyWhenSlow(
          catchDefects(connector.switchNetwork(network)),
          SubscriptionRef.set(switching, { _tag: "Switching", network, slow: true }),
        )
        yield* board.dispatch(network.chainNamespace, { _tag: "WalletMoved", network: network.caipNetworkId })
      }).pipe(
        Effect.mapError((problem) => withOwnText(problem, network)),
        Effect.tapError((problem) => SubscriptionRef.set(switching, { _tag: "Failed", network, problem })),
      )

    /** Returns to the view in which the choice began. */
    const leave = Effect.suspend(() => {
      const { open, history } = SubscriptionRef.getUnsafe(router.state)
      const first = history.findIndex(
        ({ _tag }) => _tag === "Networks" || _tag === "SwitchNetwork" || _tag === "UnsupportedChain",
      )
      if (!open || first === -1) return Effect.void
      return first === 0 ? router.close : router.goBackToIndex(first - 1)
    })

    const perform = (network: Network): Effect.Effect<void, Problem> =>
      Effect.gen(function* () {
        const { caipNetworkId } = network
        const connected = board.getConnected(network.chainNamespace)
        if (connected !== null && connected.walletNetwork !== caipNetworkId) yield* ask(network)
        yield* select(network)
        yield* SubscriptionRef.set(switching, { _tag: "Idle" })
        yield* emit("SWITCH_NETWORK", { network: caipNetworkId })
        yield* leave
      })

    const begin = (id: CaipNetworkId) =>
      Effect.gen(function* () {
        const network = find(id)
        if (network !== null)
          return yield* isElsewhere(network)
            ? new EngineError({ reason: { _tag: "NotConnected" } })
            : slot.run(perform(network))
        const error = new EngineError({ reason: { _tag: "NetworkNotFound", network: id } })
        yield* alerts.show(error)
        return yield* error
      })

    const networks: Networks = {
      configured,
      selected,
      shown,
      switching,
      switchTo: (id) => Effect.flatten(begin(id)),
      pick: (id) =>
        Effect.suspend(() => {
          const now = SubscriptionRef.getUnsafe(shown)
          if (now.known && now.network.caipNetworkId === id) return Effect.void
          const network = find(id)
          if (network !== null && isElsewhere(network))
            return router.push({ _tag: "SwitchActiveChain", network: id })
          return Effect.andThen(
            begin(id).pipe(Effect.catch(() => Effect.void)),
            Effect.suspend(() =>
              SubscriptionRef.getUnsafe(switching)._tag === "Idle"
                ? Effect.void
                : router.push({ _tag: "SwitchNetwork", network: id }),
            ),
          )
        }),
      cancel,
      imageUrl,
      ofNamespace: (namespace) => configured.filter((network) => network.chainNamespace === namespace),
    }

    const room: NetworksInternal = {
      networks,
      preferred,
      gone,
      follow,
    }
    return room
  })

const withOwnText = (problem: ConnectorError | EngineError, network: Network): Problem =>
  problem._tag === "ConnectorError" && problem.reason._tag === "NetworkNotSupported"
    ? new EngineError({ reason: { _tag: "ChainNotSupported", network: network.name } })
    : problem
