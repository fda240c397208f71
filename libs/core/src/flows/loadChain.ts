import type { ChainActions, ChainClient } from "@wmodal/chains"
import type { Network } from "@wmodal/protocol"
import { Effect } from "effect"
import { loadPart } from "../effects/loadPart.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { ActiveAccount } from "./ActiveAccount.ts"
import type { EngineServices } from "./EngineServices.ts"

/** The actions of a chain, and its nodes. */
export interface LoadedChain {
  readonly actions: ChainActions
  readonly asking: ChainClient
}

/** The services that load a chain's code and provide its nodes. */
export interface ChainDeps extends Pick<EngineServices, "connectors"> {
  readonly clients: Pick<EngineServices["clients"], "rpcOf">
}

/** Returns the actions of a chain whose code is loaded, for decisions that cannot wait; `null` before. */
export const getLoadedActions = (
  { connectors }: Pick<ChainDeps, "connectors">,
  { chainNamespace }: Pick<Network, "chainNamespace">,
): ChainActions | null => connectors.loaded(chainNamespace)?.actions.now() ?? null

/**
 * Returns the chain of an account. Fails on a network that is not configured, and if the chain's code fails to load.
 */
export const loadChain = (
  { connectors, clients }: ChainDeps,
  { network, known }: Pick<ActiveAccount, "network" | "known">,
): Effect.Effect<LoadedChain, EngineError> =>
  Effect.gen(function* () {
    const { caipNetworkId, chainNamespace } = network
    if (!known)
      return yield* new EngineError({ reason: { _tag: "UnsupportedChain", network: caipNetworkId } })
    const module = connectors.loaded(chainNamespace)
    if (module === null)
      return yield* new EngineError({ reason: { _tag: "AdapterNotFound", what: chainNamespace } })
    const actions = yield* loadPart(module.actions)
    return { actions, asking: { network, rpc: yield* clients.rpcOf(network) } }
  })
