import type { ChainActions, ChainClient } from "@wmodal/chains"
import { Effect } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { ActiveAccount } from "./ActiveAccount.ts"
import type { EngineServices } from "./EngineServices.ts"

/** What can be done on a chain, and whom to ask about it. */
export interface LoadedChain {
  readonly actions: ChainActions
  readonly asking: ChainClient
}

/** Where the code of a chain is, and the nodes to ask. */
export interface ChainDeps extends Pick<EngineServices, "connectors"> {
  readonly clients: Pick<EngineServices["clients"], "rpcOf">
}

/** The chain of an account. Fails on a network that is not the page's, and where the chain's code did not come. */
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
    const actions = yield* catchDefects(module.actions)
    return { actions, asking: { network, rpc: yield* clients.rpcOf(network) } }
  })
