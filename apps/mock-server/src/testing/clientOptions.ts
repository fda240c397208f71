import { formatSdkVersion, makeBlockchain, makeSupportedNetworks } from "@wmodal/api"
import { layerFetch } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Handler } from "../Handler.ts"

/** The options of any of our own clients, for one world of a handler. */
export const makeClientOptions = (world: string) => ({
  projectId: world,
  sdk: formatSdkVersion({ platform: "node", chains: ["evm"] }),
  baseUrl: `http://localhost/w/${world}`,
})

/** The same with the gate of the chains that the world serves, and the client that knows of them. */
export const makeGatedOptions = Effect.fnUntraced(function* (world: string) {
  const options = makeClientOptions(world)
  const blockchain = yield* makeBlockchain(options)
  return { ...options, blockchain, gate: makeSupportedNetworks(blockchain.supportedChains) }
})

/** Sends what our own clients ask to a handler, as a page of another origin does. */
export const makeHandlerLayer = (handler: Pick<Handler, "fetch">) =>
  layerFetch(async (request) => {
    request.headers.set("origin", "https://shop.example")
    return handler.fetch(request)
  })
