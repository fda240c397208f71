import { Fetch, makeFetch, parseUrl } from "@wmodal/protocol"
import { Effect, Layer } from "effect"
import { Agent, type Dispatcher, fetch } from "undici"

/**
 * Makes a `Fetch` by undici. `url` is the `metadata.url` of the app: its origin is sent as `Origin`, which a browser
 * adds by itself and some servers require.
 */
export const makeNodeFetch = (options: {
  readonly url: string
  readonly dispatcher: Dispatcher
}): Fetch["Service"] => {
  const origin = parseUrl(options.url)?.origin ?? null
  return makeFetch(async (request, { signal }) => {
    // undici from npm accepts only its own Request and Response, which differ from the platform's.
    const headers = Object.fromEntries(request.headers)
    const response = await fetch(request.url, {
      method: request.method,
      headers: origin === null ? headers : { ...headers, origin },
      body: request.body === null ? null : await request.arrayBuffer(),
      redirect: "manual",
      signal,
      dispatcher: options.dispatcher,
    })
    const body = response.body instanceof ReadableStream ? response.body : null
    return new Response(body, {
      status: response.status,
      headers: Object.fromEntries(response.headers),
    })
  })
}

/** Makes the `Fetch` with its own agent, which keeps connections alive until the layer's scope ends. */
export const fetchLayer = (options: { readonly url: string }): Layer.Layer<Fetch> =>
  Layer.effect(
    Fetch,
    Effect.acquireRelease(
      Effect.sync(() => new Agent({ keepAliveTimeout: 30_000, connections: 16 })),
      (agent) => Effect.promise(() => agent.destroy()),
    ).pipe(Effect.map((dispatcher) => makeNodeFetch({ ...options, dispatcher }))),
  )
