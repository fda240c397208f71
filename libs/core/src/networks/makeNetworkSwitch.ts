import type { ConnectorError } from "@wmodal/chains"
import { type CaipNetworkId, Decoder, decodeNetwork, type Network, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import { notifyWhenSlow } from "../effects/notifyWhenSlow.ts"
import { makeTaskHandle } from "../effects/TaskHandle.ts"
import { OptionsError } from "../options/OptionsError.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { Problem } from "../problems/Problem.ts"
import { ownNetworksRecord, toOwnNetwork } from "../storage/ownNetworksRecord.ts"
import type { NetworkSelection } from "./makeNetworkSelection.ts"
import type { NetworksDeps } from "./makeNetworks.ts"
import type { Networks } from "./Networks.ts"

interface NetworkSwitchDeps
  extends Pick<NetworksDeps, "board" | "memory" | "namespaces" | "router" | "views" | "alerts" | "emit">,
    Pick<NetworkSelection, "select" | "refreshShown">,
    Pick<Networks, "switching"> {
  readonly selection: NetworkSelection
}

/** The part of networks that loads with the first switch or change. */
export type NetworkSwitch = Pick<Networks, "switchTo" | "pick" | "cancel" | "add" | "remove">

export const makeNetworkSwitch = (deps: NetworkSwitchDeps) =>
  Effect.gen(function* () {
    const { board, memory, router, views, alerts, emit, selection, select, refreshShown, switching } = deps
    const { all, find, selected, shown } = selection
    const slot = yield* makeTaskHandle

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

    const perform = (network: Network): Effect.Effect<void, Problem> =>
      Effect.gen(function* () {
        const { caipNetworkId } = network
        const connected = board.getConnected(network.chainNamespace)
        if (connected !== null && connected.walletNetwork !== caipNetworkId) yield* ask(network)
        yield* select(network)
        yield* SubscriptionRef.set(switching, { _tag: "Idle" })
        const alert = SubscriptionRef.getUnsafe(alerts.current)
        if (alert?.reason._tag === "NetworkNotFound") yield* alerts.dismiss
        yield* emit("SWITCH_NETWORK", { network: caipNetworkId })
        yield* views.networkSwitched
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

    /** Replaces the stored network of this id. Another tab may have stored others since. */
    const storeOwn = (id: CaipNetworkId, network: readonly Network[]) => {
      const before = memory.read(ownNetworksRecord) ?? []
      const next = [...before.filter(({ caipNetworkId }) => caipNetworkId !== id), ...network]
      if (before.length + next.length > 0) memory.write(ownNetworksRecord, next.length === 0 ? null : next)
    }

    const made: NetworkSwitch = {
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
      add: (input, byUser = false) =>
        Effect.gen(function* () {
          const decoded = decodeNetwork(input)
          const network = byUser && !(decoded instanceof Decoder.Issue) ? toOwnNetwork(decoded) : decoded
          if (network === null || network instanceof Decoder.Issue) {
            const { path = ["rpcUrls"], message = "not an https: URL" } = network ?? {}
            return yield* new OptionsError({
              reason: { _tag: "Invalid", path: ["network", ...path].join("."), detail: message },
            })
          }
          const { caipNetworkId, chainNamespace } = network
          if (!deps.namespaces.includes(chainNamespace))
            return yield* new EngineError({ reason: { _tag: "AdapterNotFound", what: chainNamespace } })
          const replaced = selection.hosted.find((one) => one.caipNetworkId === caipNetworkId)
          // The host's own node answers for the host's own network.
          if (byUser && replaced !== undefined && !replaced.addedByUser) return
          const next =
            replaced === undefined
              ? [...selection.hosted, network]
              : selection.hosted.map((one) => (one === replaced ? network : one))
          storeOwn(caipNetworkId, byUser ? [network] : [])
          yield* SubscriptionRef.set(all, next)
          const now = SubscriptionRef.getUnsafe(selected)
          // The wallet of the shown account may be on it already.
          const isWallets =
            now.chainNamespace === chainNamespace &&
            board.getConnected(chainNamespace)?.walletNetwork === caipNetworkId
          yield* isWallets || now.caipNetworkId === caipNetworkId ? select(network) : refreshShown
          yield* views.networkShown
        }),
      remove: (id) =>
        Effect.gen(function* () {
          const network = selection.hosted.find(({ caipNetworkId }) => caipNetworkId === id)
          if (network === undefined)
            return yield* new EngineError({ reason: { _tag: "NetworkNotFound", network: id } })
          const { chainNamespace, name } = network
          const left = selection.hosted.filter((one) => one !== network)
          const next = left.find((one) => one.chainNamespace === chainNamespace)
          if (next === undefined)
            return yield* new EngineError({ reason: { _tag: "LastNetwork", network: name } })
          storeOwn(id, [])
          yield* SubscriptionRef.set(all, left)
          if (SubscriptionRef.getUnsafe(selected).caipNetworkId === id) yield* select(next)
          else yield* refreshShown
          yield* views.networkShown
        }),
      cancel: Effect.andThen(slot.stop, SubscriptionRef.set(switching, { _tag: "Idle" })),
    }
    return made
  })

const withOwnText = (problem: ConnectorError | EngineError, network: Network): Problem =>
  problem._tag === "ConnectorError" && problem.reason._tag === "NetworkNotSupported"
    ? new EngineError({ reason: { _tag: "ChainNotSupported", network: network.name } })
    : problem
