import type { CaipNetworkId } from "@wmodal/protocol"
import { Fetch, makeFetch } from "@wmodal/protocol"
import { Effect } from "effect"
import { ApiError } from "../contract/ApiError.ts"
import {
  makeSupportedNetworks,
  type SupportedNetworks,
  type SupportedNetworksOptions,
} from "../supportedNetworks/SupportedNetworks.ts"

/** A gate that lets these networks through and reads no list. */
export const makeTestSupportedNetworks = (...networks: readonly CaipNetworkId[]): SupportedNetworks => ({
  supports: (network) => Effect.succeed(networks.includes(network)),
  excludes: (network) => !networks.includes(network),
})

/** A gate whose list cannot be read the first time. */
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

/** What every GET carries, as `recordRequests` asks. */
export const sdk = "projectId=p&st=wmodal&sv=node-universal-0.1.0"

/**
 * A client whose every request is answered by `reply`, a value for JSON or a response, and the requests:
 * each as `METHOD path?query`, its content type (`null` for none) and its body (`null` for none);
 * `caching` is how each may use the platform's cache, `bearers` are the tokens that each carries.
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
