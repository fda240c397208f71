import { formatSdkVersion, makeBlockchain, makeSupportedNetworks } from "@wmodal/api"
import { layerFetch } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Handler } from "../Handler.ts"

/** Returns the options of any client of the project, for one world of a handler. */
export const makeClientOptions = (world: string) => ({
  projectId: world,
  sdk: formatSdkVersion({ platform: "node", chains: ["eip155"] }),
  baseUrl: `http://localhost/w/${world}`,
})

/** Returns client options with the gate of the world's chains, and the client that fetches them. */
export const makeGatedOptions = Effect.fnUntraced(function* (world: string) {
  const options = makeClientOptions(world)
  const blockchain = yield* makeBlockchain(options)
  return { ...options, blockchain, gate: makeSupportedNetworks(blockchain.supportedChains) }
})

/** Sends client requests to a handler, as a dApp of another origin does. */
export const makeHandlerLayer = (handler: Pick<Handler, "fetch">) =>
  layerFetch(async (request) => {
    request.headers.set("origin", "https://shop.example")
    return handler.fetch(request)
  })
