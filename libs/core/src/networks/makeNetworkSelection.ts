import {
  type CaipNetworkId,
  fallbackNetwork,
  type Namespace,
  type Network,
  SubscriptionRef,
} from "@wmodal/protocol"
import { Effect } from "effect"
import type { ConnectionStore } from "../connection/ConnectionStore.ts"
import type { Options } from "../options/Options.ts"
import { type PersistedState, persistedRecords } from "../storage/PersistedState.ts"
import { makeUnknownNetwork } from "./makeUnknownNetwork.ts"
import type { DisplayedNetwork, Networks } from "./Networks.ts"

export interface NetworkSelectionDeps {
  readonly options: Pick<Options, "networks" | "ownNetworks" | "defaultNetwork">
  readonly memory: PersistedState
  readonly board: ConnectionStore
}

/** The selected network and the shown one, as the rest of the engine reads them. */
export interface NetworkSelection extends Pick<Networks, "configured" | "all" | "selected" | "shown"> {
  /** The host's networks: empty when it has none, where `configured` has one to show. */
  readonly hosted: readonly Network[]
  /** The stored network of an earlier visit when it is no longer configured. */
  readonly gone: CaipNetworkId | null
  /** Returns the configured network with this id. */
  readonly find: (id: string | null) => Network | null
  /** Selects the network of the next visit, too. The shown one follows with `refreshShown`. */
  readonly select: (network: Network) => Effect.Effect<void>
  /** Returns a namespace to the network of a first visit, after its wallet is disconnected. */
  readonly reset: (namespace: Namespace) => Effect.Effect<void>
  /** Shows the wallet's own network when it is not configured, else the selected one. */
  readonly refreshShown: Effect.Effect<void>
}

export const makeNetworkSelection = ({ options, memory, board }: NetworkSelectionDeps) =>
  Effect.gen(function* () {
    const all = yield* SubscriptionRef.make<readonly Network[]>([
      ...options.networks,
      ...(options.ownNetworks ?? []),
    ])
    const getConfigured = () => {
      const hosted = SubscriptionRef.getUnsafe(all)
      return hosted.length === 0 ? [fallbackNetwork] : hosted
    }
    const find = (id: string | null) =>
      getConfigured().find((network) => network.caipNetworkId === id) ?? null

    const stored = memory.read(persistedRecords.activeNetwork)
    const gone = find(stored) === null ? stored : null
    if (gone !== null) memory.write(persistedRecords.activeNetwork, null)
    const start = find(stored) ?? options.defaultNetwork ?? getConfigured()[0] ?? fallbackNetwork
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
      get configured() {
        return getConfigured()
      },
      get hosted() {
        return SubscriptionRef.getUnsafe(all)
      },
      all,
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
      reset: (namespace) =>
        Effect.suspend(() => {
          const now = SubscriptionRef.getUnsafe(selected)
          if (now.chainNamespace !== namespace) return Effect.void
          memory.write(persistedRecords.activeNetwork, null)
          const { defaultNetwork } = options
          const first =
            defaultNetwork?.chainNamespace === namespace
              ? find(defaultNetwork.caipNetworkId)
              : getConfigured().find(({ chainNamespace }) => chainNamespace === namespace)
          return first && first !== now ? SubscriptionRef.set(selected, first) : Effect.void
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
