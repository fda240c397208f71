import { Context, Effect, Layer } from "effect"
import { hasKey } from "../hasKey.ts"
import { NetworkError } from "./NetworkError.ts"
import { refuseRedirect } from "./redirects.ts"

/** The platform's HTTP client: `fetch` in a browser, undici in Node, a handler without a port in tests. */
export class Fetch extends Context.Service<
  Fetch,
  {
    /**
     * Sends one request once, to its own host only. Interruption aborts it.
     * @throws NetworkError when no response arrives, or a redirect.
     */
    readonly send: (request: Request) => Effect.Effect<Response, NetworkError>
  }
>()("@wmodal/protocol/Fetch") {}

/** Makes `Fetch` from a function such as the platform's `fetch`. It never reads the global itself. */
export const makeFetch = (
  fetch: (
    request: Request,
    init: { readonly signal: AbortSignal; readonly redirect: "manual" },
  ) => Promise<Response>,
): Fetch["Service"] => ({
  send: (request) =>
    Effect.tryPromise({
      try: async (signal) =>
        refuseRedirect(await fetch(request, { signal, redirect: "manual" }), request.url),
      catch: (cause) =>
        cause instanceof NetworkError
          ? cause
          : new NetworkError({ host: new URL(request.url).host, detail: describeError(cause) }),
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
  return cause instanceof Error && hasKey(cause, "code") && typeof cause.code === "string"
    ? cause.code
    : "the request failed"
}
