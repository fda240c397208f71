import type { Actions, Asking } from "@wmodal/chains"
import { Effect } from "effect"
import { surviving } from "../attempt/surviving.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { Holder } from "./Holder.ts"
import type { Surroundings } from "./Surroundings.ts"

/** What can be done on a chain, and whom to ask about it. */
export interface ChainAtHand {
  readonly actions: Actions
  readonly asking: Asking
}

/** Where the code of a chain is, and the nodes to ask. */
export interface ChainSurroundings extends Pick<Surroundings, "connectors"> {
  readonly clients: Pick<Surroundings["clients"], "rpcOf">
}

/** The chain of an account. Fails on a network that is not the page's, and where the chain's code did not come. */
export const askChain = (
  { connectors, clients }: ChainSurroundings,
  { network, known }: Pick<Holder, "network" | "known">,
): Effect.Effect<ChainAtHand, EngineError> =>
  Effect.gen(function* () {
    const { caipNetworkId, chainNamespace } = network
    if (!known)
      return yield* new EngineError({ reason: { _tag: "UnsupportedChain", network: caipNetworkId } })
    const module = connectors.loaded(chainNamespace)
    if (module === null)
      return yield* new EngineError({ reason: { _tag: "AdapterNotFound", what: chainNamespace } })
    const actions = yield* surviving(module.actions)
    return { actions, asking: { network, rpc: yield* clients.rpcOf(network) } }
  })
