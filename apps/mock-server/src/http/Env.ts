import type { IncomingMessage } from "node:http"

/** What a request comes with. Without a port, as in a test, there is no peer and `incoming` is absent. */
export interface Env {
  readonly Bindings: { readonly incoming?: Pick<IncomingMessage, "socket"> }
}
