import { postJsonRpc } from "@wmodal/api"
import { Fetch, makeRpc, type Network, type Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Profile } from "../account/makeAccount.ts"
import type { Directory } from "../connectors/Directory.ts"
import type { Options } from "../options/Options.ts"

export interface OutsideSurroundings {
  readonly options: Options
  readonly fetch: Fetch["Service"]
  readonly warn: (text: string) => void
}

/** Everything beyond this page that the engine asks, by the endpoints that the host gave. */
export interface Outside {
  readonly rpcOf: (network: Network) => Effect.Effect<Rpc>
  readonly directory: Directory | null
  readonly profileOf: (address: string, network: Network) => Effect.Effect<Profile>
}

export const makeOutside = ({ options, fetch }: OutsideSurroundings): Outside => ({
  rpcOf: rpcByNetwork(options, fetch),
  directory: null,
  profileOf: () => Effect.succeed({ name: null, image: null }),
})

/** The operator's nodes first, then the endpoint's proxy, then the network's own. */
const rpcByNetwork = (options: Options, fetch: Fetch["Service"]): Outside["rpcOf"] => {
  const made = new Map<string, Rpc>()
  const { blockchain } = options.endpoints
  return (network) =>
    Effect.suspend(() => {
      const id = network.caipNetworkId
      const known = made.get(id)
      if (known !== undefined) return Effect.succeed(known)
      const query = new URLSearchParams({ chainId: id, projectId: options.projectId })
      const proxy =
        blockchain === undefined
          ? []
          : [
              {
                url: `${blockchain.replace(/\/$/, "")}${postJsonRpc.path({})}?${query}`,
                contentType: "text/plain" as const,
              },
            ]
      return makeRpc({
        tiers: [options.customRpcUrls[id] ?? [], proxy, network.rpcUrls.default.http],
      }).pipe(
        Effect.provideService(Fetch, fetch),
        Effect.tap((rpc) => Effect.sync(() => made.set(id, rpc))),
      )
    })
}
