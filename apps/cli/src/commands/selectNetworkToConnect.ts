import { readStoredNetwork } from "@wmodal/core"
import type { Namespace } from "@wmodal/protocol"
import { Effect } from "effect"
import { configError, usageError } from "../failure/CliError.ts"
import type { Context } from "../session/Context.ts"
import type { Settings } from "../settings/Settings.ts"

/** Returns the network to connect to: the named one, else the selected one, else the first of the chain. */
export const selectNetworkToConnect = Effect.fnUntraced(function* (
  { namespace }: { readonly namespace: Namespace | null },
  { network, networks }: Settings,
  { session }: Pick<Context, "session">,
) {
  if (network !== null && namespace !== null && network.chainNamespace !== namespace) {
    return yield* usageError(
      `${network.caipNetworkId} is not a network of ${namespace}.`,
      "Remove one of the two options.",
    )
  }
  const stored = readStoredNetwork(session.entries)
  const selected = networks.find(({ caipNetworkId }) => caipNetworkId === stored) ?? networks[0]
  const found =
    network ?? [selected, ...networks].find((one) => namespace === null || one.chainNamespace === namespace)
  return found ?? (yield* configError(`No ${namespace} network is configured.`))
})
