import { chainRules } from "@wmodal/chains/internal"
import { makeRpc, type Network, type Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import { configError } from "../failure/CliError.ts"
import { findChain } from "../session/chains.ts"
import { getNodeTiers } from "./nodeTiers.ts"
import type { Settings } from "./Settings.ts"

/** Opens the nodes of a network as the engine does. */
export const openNodes = Effect.fnUntraced(function* (
  { chainNamespace }: Network,
  tiers: ReturnType<typeof getNodeTiers>,
) {
  const loadOwnRpc = findChain(chainNamespace)?.makeRpc
  const make = loadOwnRpc === undefined ? makeRpc : yield* Effect.promise(loadOwnRpc)
  return yield* make({ tiers })
})

/**
 * Returns the CAIP-2 id of the network that a node serves if it is another one, `null` if it is this one or the chain's
 * nodes do not say.
 */
export const fetchOtherNetwork = (node: Rpc, { chainNamespace, caipNetworkId }: Network) => {
  const { identity } = chainRules[chainNamespace]
  if (identity === null) return Effect.succeed(null)
  return Effect.map(node.request(identity.method, identity.params), (answer) => {
    const reference = identity.toReference(answer)
    const served = `${chainNamespace}:${reference}`
    return reference === null || served === caipNetworkId ? null : served
  })
}

/** Milliseconds. Longer than a usable node needs. */
const identityTimeoutMs = 3_000

/** Returns what a single node serves, as `fetchOtherNetwork`; `unreachable` if it does not respond in time. */
export const checkNode = (url: string, network: Network) =>
  Effect.scoped(Effect.flatMap(openNodes(network, [[url]]), (node) => fetchOtherNetwork(node, network))).pipe(
    Effect.timeoutOrElse({
      duration: identityTimeoutMs,
      orElse: () => Effect.succeed("unreachable" as const),
    }),
    Effect.catch(() => Effect.succeed("unreachable" as const)),
  )

/** Fails when the node of a network serves another one. An unreachable node is reported by what is asked of it next. */
export const requireNodeOf = (settings: Settings, network: Network) =>
  Effect.scoped(
    Effect.flatMap(openNodes(network, getNodeTiers(settings, network)), (node) =>
      fetchOtherNetwork(node, network),
    ),
  ).pipe(
    Effect.timeoutOrElse({ duration: identityTimeoutMs, orElse: () => Effect.succeed(null) }),
    Effect.catch(() => Effect.succeed(null)),
    Effect.flatMap((served) =>
      served === null ? Effect.void : Effect.fail(toOtherNetworkError(network, served)),
    ),
  )

export const toOtherNetworkError = (
  { caipNetworkId, name }: Pick<Network, "caipNetworkId" | "name">,
  served: string,
) =>
  configError(
    `The node of ${name} (${caipNetworkId}) serves ${served}. Nothing was sent.`,
    `Give the network a node of its own: wmodal networks add ${caipNetworkId} --rpc <url>`,
  )
