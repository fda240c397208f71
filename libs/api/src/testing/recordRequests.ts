import type { CaipNetworkId } from "@wmodal/protocol"
import { Fetch, makeFetch } from "@wmodal/protocol"
import { Effect } from "effect"
import { ApiError } from "../contract/ApiError.ts"
import {
  makeSupportedNetworks,
  type SupportedNetworks,
  type SupportedNetworksOptions,
} from "../supportedNetworks/SupportedNetworks.ts"

/** Makes a list of these networks without a read. */
export const makeTestSupportedNetworks = (...networks: readonly CaipNetworkId[]): SupportedNetworks => ({
  supports: (network) => Effect.succeed(networks.includes(network)),
  excludes: (network) => !networks.includes(network),
})

/** Makes a list whose first read fails. */
export const makeOnceUnreadNetworks = (...networks: readonly CaipNetworkId[]): SupportedNetworks => {
  let reads = 0
  return makeSupportedNetworks(
    Effect.suspend(() =>
      reads++ === 0
        ? Effect.fail(new ApiError({ host: "h", call: "c", reason: { _tag: "NoEndpoint" } }))
        : Effect.succeed({ http: [...networks], ws: [] }),
    ),
  )
}

/** The common query of every GET by `recordRequests`. */
export const sdk = "projectId=p&st=wmodal&sv=node-universal-0.1.0"

/**
 * Makes a client whose requests all get `reply` (a value for JSON or a response), and records the requests: each as
 * `METHOD path?query`, its content type (`null` for none) and its body (`null` for none); `caching` is the cache mode
 * of each, `bearers` are its tokens.
 */
export const recordRequests = <Client>(
  make: (options: SupportedNetworksOptions) => Effect.Effect<Client, never, Fetch>,
  reply: unknown,
) => {
  const asked: (readonly [string, string | null, unknown])[] = []
  const caching: RequestCache[] = []
  const bearers: Record<string, string>[] = []
  const fetch = makeFetch(async (request) => {
    const text = await request.clone().text()
    const body: unknown = text === "" ? null : JSON.parse(text)
    const call = `${request.method} ${request.url.replace("https://api.test", "")}`
    asked.push([call, request.headers.get("content-type"), body])
    caching.push(request.cache)
    bearers.push(Object.fromEntries([...request.headers].filter(([, value]) => value.startsWith("Bearer "))))
    return reply instanceof Response ? reply.clone() : Response.json(reply)
  })
  const client = make({
    baseUrl: "https://api.test",
    projectId: "p",
    sdk: "node-universal-0.1.0",
    gate: makeTestSupportedNetworks("eip155:1"),
  }).pipe(Effect.provideService(Fetch, fetch))
  return { client: Effect.runSync(client), asked, caching, bearers }
}
