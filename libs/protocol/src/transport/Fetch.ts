import { Context, Effect, Layer } from "effect"
import { NetworkError } from "./NetworkError.ts"

/** The platform's HTTP client: `fetch` in a browser, undici in Node, a handler without a port in tests. */
export class Fetch extends Context.Service<
  Fetch,
  {
    /**
     * Sends one request once. Interruption aborts it.
     * @throws NetworkError when no response arrives.
     */
    readonly send: (request: Request) => Effect.Effect<Response, NetworkError>
  }
>()("@wmodal/protocol/Fetch") {}

/** Makes `Fetch` from a function such as the platform's `fetch`. It never reads the global itself. */
export const makeFetch = (
  fetch: (request: Request, init: { readonly signal: AbortSignal }) => Promise<Response>,
): Fetch["Service"] => ({
  send: (request) =>
    Effect.tryPromise({
      try: (signal) => fetch(request, { signal }),
      catch: (cause) => new NetworkError({ host: new URL(request.url).host, detail: describeError(cause) }),
    }),
})

/** Provides `Fetch` from a function such as the platform's `fetch`. */
export const layerFetch = (fetch: Parameters<typeof makeFetch>[0]): Layer.Layer<Fetch> =>
  Layer.succeed(Fetch, makeFetch(fetch))

/**
 * Returns the system's error code where there is one (`ECONNREFUSED`). Leaves out messages: some platforms quote the
 * whole URL in them.
 */
const describeError = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error && "code" in cause && typeof cause.code === "string"
    ? cause.code
    : "the request failed"
}
