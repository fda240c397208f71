import type { ConnectorError } from "@wmodal/chains"
import type { CaipNetworkId, Namespace, Network } from "@wmodal/protocol"
import { Effect, SubscriptionRef } from "effect"
import { makeSlot } from "../attempt/Slot.ts"
import { tellWhenSlow } from "../attempt/slow.ts"
import { surviving } from "../attempt/surviving.ts"
import type { Board } from "../connection/Board.ts"
import type { Alerts } from "../notices/Alerts.ts"
import type { Options } from "../options/Options.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { Problem } from "../problems/Problem.ts"
import { visible } from "../router/makeRouter.ts"
import type { Router } from "../router/Router.ts"
import { type Memory, records } from "../storage/Memory.ts"
import type { Networks, ShownNetwork, SwitchState } from "./Networks.ts"
import { fallbackNetwork, unknownNetwork } from "./unknownNetwork.ts"

export interface NetworksSurroundings {
  readonly options: Pick<Options, "networks" | "defaultNetwork">
  readonly memory: Memory
  readonly board: Board
  readonly router: Router
  readonly alerts: Alerts
  readonly imageUrl: Networks["imageUrl"]
  /** Runs after each change of what is shown or of who is connected. */
  readonly changed: Effect.Effect<void>
  readonly emit: (name: string, properties: Readonly<Record<string, unknown>>) => Effect.Effect<void>
}

/** What the rest of the engine needs of the networks, beside what a face sees. */
export interface NetworksRoom {
  readonly networks: Networks
  /** What to ask a wallet of this namespace for. */
  readonly preferred: (namespace: Namespace) => Network | null
  /** The stored network of an earlier visit, where it is configured no longer. */
  readonly gone: CaipNetworkId | null
  /** To be run when the connection of a namespace has changed: `chosen` when a person has just connected it. */
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
}: NetworksSurroundings) =>
  Effect.gen(function* () {
    const slot = yield* makeSlot
    const configured = options.networks.length === 0 ? [fallbackNetwork] : options.networks
    const find = (id: string | null) => configured.find((network) => network.caipNetworkId === id) ?? null

    const stored = memory.read(records.activeNetwork)
    const gone = find(stored) === null ? stored : null
    if (gone !== null) memory.write(records.activeNetwork, null)
    const start = find(stored) ?? options.defaultNetwork ?? configured[0] ?? fallbackNetwork
    const selected = yield* SubscriptionRef.make<Network>(start)
    const shown = yield* SubscriptionRef.make<ShownNetwork>({ network: start, known: true })
    const switching = yield* SubscriptionRef.make<SwitchState>({ _tag: "Idle" })

    const showing = (): ShownNetwork => {
      const network = SubscriptionRef.getUnsafe(selected)
      const reported = board.connectedOn(network.chainNamespace)?.walletNetwork ?? null
      return reported === null || find(reported) !== null
        ? { network, known: true }
        : { network: unknownNetwork(reported, network.chainNamespace), known: false }
    }

    const refreshShown = Effect.suspend(() => {
      const next = showing()
      const now = SubscriptionRef.getUnsafe(shown)
      const same = next.known === now.known && next.network.caipNetworkId === now.network.caipNetworkId
      return Effect.andThen(same ? Effect.void : SubscriptionRef.set(shown, next), changed)
    })

    /** The account first: who sees the new network must find the account on it. */
    const select = (network: Network) =>
      Effect.gen(function* () {
        const { caipNetworkId, chainNamespace } = network
        yield* board.step(chainNamespace, { _tag: "Selected", network: caipNetworkId })
        if (network !== SubscriptionRef.getUnsafe(selected)) {
          memory.write(records.activeNetwork, caipNetworkId)
          yield* SubscriptionRef.set(selected, network)
        }
        yield* refreshShown
      })

    /** A person on an unsupported network must choose another; once the wallet is on one of ours, there is nothing to choose. */
    const showUnsupported = Effect.suspend(() => {
      const view = visible(SubscriptionRef.getUnsafe(router.state))
      if (view === null) return Effect.void
      const { known } = SubscriptionRef.getUnsafe(shown)
      if (!known) return router.reset({ _tag: "UnsupportedChain" })
      return view._tag === "UnsupportedChain" ? router.goBack : Effect.void
    })

    const cancel = Effect.andThen(slot.stop, SubscriptionRef.set(switching, { _tag: "Idle" }))

    const follow: NetworksRoom["follow"] = (namespace, chosen) =>
      Effect.gen(function* () {
        // What is left of a question to a wallet that has gone says nothing about the next one.
        const asking = SubscriptionRef.getUnsafe(switching)
        if (
          asking._tag !== "Idle" &&
          asking.network.chainNamespace === namespace &&
          board.connectedOn(namespace) === null
        )
          yield* cancel
        const before = SubscriptionRef.getUnsafe(shown)
        const reported = find(board.connectedOn(namespace)?.walletNetwork ?? null)
        const next = reported ?? (chosen ? preferred(namespace) : null)
        // Where a chain stands that nobody looks at is kept with its account.
        if (next !== null && (chosen || active() === namespace)) yield* select(next)
        else if (next !== null)
          yield* board.step(namespace, { _tag: "Selected", network: next.caipNetworkId })
        const left = board.of(active())._tag === "Disconnected" ? configured.find(isHeld) : undefined
        yield* left === undefined ? refreshShown : select(left)
        if (chosen || before !== SubscriptionRef.getUnsafe(shown)) yield* showUnsupported
      })

    const active = () => SubscriptionRef.getUnsafe(selected).chainNamespace

    /** Whether the account of a connected chain is on this network. */
    const isHeld = ({ caipNetworkId, chainNamespace }: Network) =>
      board.connectors.has(chainNamespace) &&
      board.connectedOn(chainNamespace)?.account.startsWith(`${caipNetworkId}:`)

    /** Whoever connects for a network that was picked wants that one. */
    const preferred: NetworksRoom["preferred"] = (namespace) => {
      const { open, history } = SubscriptionRef.getUnsafe(router.state)
      const picked = open
        ? history.map((view) => (view._tag === "SwitchActiveChain" ? find(view.network) : null))
        : []
      const order = [...picked, SubscriptionRef.getUnsafe(selected), ...configured]
      return order.find((network) => network?.chainNamespace === namespace) ?? null
    }

    /** Whether a wallet is connected, and none for the chain of this network. */
    const isElsewhere = ({ chainNamespace }: Network) =>
      board.anyConnected() && board.connectedOn(chainNamespace) === null

    const ask = (network: Network): Effect.Effect<void, Problem> =>
      Effect.gen(function* () {
        const connector = board.connectors.get(network.chainNamespace)
        if (connector === undefined)
          return yield* new EngineError({ reason: { _tag: "AdapterNotFound", what: network.chainNamespace } })
        yield* SubscriptionRef.set(switching, { _tag: "Switching", network, slow: false })
        yield* tellWhenSlow(
          surviving(connector.switchNetwork(network)),
          SubscriptionRef.set(switching, { _tag: "Switching", network, slow: true }),
        )
        yield* board.step(network.chainNamespace, { _tag: "WalletMoved", network: network.caipNetworkId })
      }).pipe(
        Effect.mapError((problem) => withOurText(problem, network)),
        Effect.tapError((problem) => SubscriptionRef.set(switching, { _tag: "Failed", network, problem })),
      )

    /** Back to where the choosing began. */
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
        const connected = board.connectedOn(network.chainNamespace)
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

    const room: NetworksRoom = {
      networks,
      preferred,
      gone,
      follow,
    }
    return room
  })

const withOurText = (problem: ConnectorError | EngineError, network: Network): Problem =>
  problem._tag === "ConnectorError" && problem.reason._tag === "NetworkNotSupported"
    ? new EngineError({ reason: { _tag: "ChainNotSupported", network: network.name } })
    : problem
