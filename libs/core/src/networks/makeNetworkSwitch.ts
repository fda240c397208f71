import type { ConnectorError } from "@wmodal/chains"
import { type CaipNetworkId, type Network, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import { notifyWhenSlow } from "../effects/notifyWhenSlow.ts"
import { makeTaskHandle } from "../effects/TaskHandle.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { Problem } from "../problems/Problem.ts"
import type { NetworkSelection } from "./makeNetworkSelection.ts"
import type { NetworksDeps } from "./makeNetworks.ts"
import type { Networks } from "./Networks.ts"

interface NetworkSwitchDeps
  extends Pick<NetworksDeps, "board" | "router" | "views" | "alerts" | "emit">,
    Pick<NetworkSelection, "find" | "shown" | "select">,
    Pick<Networks, "switching"> {}

/** The part of networks that loads with the first switch. */
export type NetworkSwitch = Pick<Networks, "switchTo" | "pick" | "cancel">

export const makeNetworkSwitch = (deps: NetworkSwitchDeps) =>
  Effect.gen(function* () {
    const { board, router, views, alerts, emit, find, select, shown, switching } = deps
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
      cancel: Effect.andThen(slot.stop, SubscriptionRef.set(switching, { _tag: "Idle" })),
    }
    return made
  })

const withOwnText = (problem: ConnectorError | EngineError, network: Network): Problem =>
  problem._tag === "ConnectorError" && problem.reason._tag === "NetworkNotSupported"
    ? new EngineError({ reason: { _tag: "ChainNotSupported", network: network.name } })
    : problem
