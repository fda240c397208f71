import { type CaipNetworkId, fallbackNetwork, type Network, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ConnectionStore } from "../connection/ConnectionStore.ts"
import type { Options } from "../options/Options.ts"
import { type PersistedState, persistedRecords } from "../storage/PersistedState.ts"
import { makeUnknownNetwork } from "./makeUnknownNetwork.ts"
import type { DisplayedNetwork, Networks } from "./Networks.ts"

export interface NetworkSelectionDeps {
  readonly options: Pick<Options, "networks" | "defaultNetwork">
  readonly memory: PersistedState
  readonly board: ConnectionStore
}

/** The selected network and the shown one, as the rest of the engine reads them. */
export interface NetworkSelection extends Pick<Networks, "configured" | "selected" | "shown"> {
  /** The stored network of an earlier visit when it is no longer configured. */
  readonly gone: CaipNetworkId | null
  /** Returns the configured network with this id. */
  readonly find: (id: string | null) => Network | null
  /** Selects the network of the next visit, too. The shown one follows with `refreshShown`. */
  readonly select: (network: Network) => Effect.Effect<void>
  /** Shows the wallet's own network when it is not configured, else the selected one. */
  readonly refreshShown: Effect.Effect<void>
}

export const makeNetworkSelection = ({ options, memory, board }: NetworkSelectionDeps) =>
  Effect.gen(function* () {
    const configured = options.networks.length === 0 ? [fallbackNetwork] : options.networks
    const find = (id: string | null) => configured.find((network) => network.caipNetworkId === id) ?? null

    const stored = memory.read(persistedRecords.activeNetwork)
    const gone = find(stored) === null ? stored : null
    if (gone !== null) memory.write(persistedRecords.activeNetwork, null)
    const start = find(stored) ?? options.defaultNetwork ?? configured[0] ?? fallbackNetwork
    const selected = yield* SubscriptionRef.make<Network>(start)
    const shown = yield* SubscriptionRef.make<DisplayedNetwork>({ network: start, known: true })

    const getDisplayed = (): DisplayedNetwork => {
      const network = SubscriptionRef.getUnsafe(selected)
      const reported = board.getConnected(network.chainNamespace)?.walletNetwork ?? null
      return reported === null || find(reported) !== null
        ? { network, known: true }
        : { network: makeUnknownNetwork(reported, network.chainNamespace), known: false }
    }

    const selection: NetworkSelection = {
      configured,
      selected,
      shown,
      gone,
      find,
      select: (network) =>
        Effect.suspend(() => {
          if (network === SubscriptionRef.getUnsafe(selected)) return Effect.void
          memory.write(persistedRecords.activeNetwork, network.caipNetworkId)
          return SubscriptionRef.set(selected, network)
        }),
      refreshShown: Effect.suspend(() => {
        const next = getDisplayed()
        const now = SubscriptionRef.getUnsafe(shown)
        const same = next.known === now.known && next.network.caipNetworkId === now.network.caipNetworkId
        return same ? Effect.void : SubscriptionRef.set(shown, next)
      }),
    }
    return selection
  })
