import { Context, type Effect } from "effect"
import type { NetworkError } from "./NetworkError.ts"

/** The platform's HTTP: `fetch` in a browser, undici in Node, a handler without a port in tests. */
export class Fetch extends Context.Service<
  Fetch,
  {
    /**
     * Sends one request, once. Interruption aborts it.
     * @throws NetworkError when no response came.
     */
    readonly send: (request: Request) => Effect.Effect<Response, NetworkError>
  }
>()("@wmodal/protocol/Fetch") {}
