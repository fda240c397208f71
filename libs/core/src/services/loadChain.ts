import { type ChainActions, type ChainClient, hasPayments, type SigningActions } from "@wmodal/chains"
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
): ChainActions | SigningActions | null => connectors.loaded(chainNamespace)?.actions.now() ?? null

/**
 * Returns the chain of an account. Fails on a network that is not configured, on a chain whose accounts only sign, and if
 * the chain's code fails to load.
 */
export const loadChain = (
  deps: ChainDeps,
  of: Pick<ActiveAccount, "network" | "known">,
): Effect.Effect<LoadedChain, EngineError> =>
  Effect.flatMap(loadSigning(deps, of), ({ actions, asking }) =>
    hasPayments(actions)
      ? Effect.succeed({ actions, asking })
      : Effect.fail(
          new EngineError({ reason: { _tag: "NotOffered", namespace: of.network.chainNamespace } }),
        ),
  )

/** Like `loadChain`, for signatures, which accounts of every chain give. */
export const loadSigning = (
  { connectors, clients }: ChainDeps,
  { network, known }: Pick<ActiveAccount, "network" | "known">,
): Effect.Effect<
  { readonly actions: ChainActions | SigningActions; readonly asking: ChainClient },
  EngineError
> =>
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
