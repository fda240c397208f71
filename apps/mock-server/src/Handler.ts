import { randomUUID } from "node:crypto"
import { Hono } from "hono"
import { cors } from "hono/cors"
import { addBlockchainRoutes } from "./blockchain/routes.ts"
import { addControlRoutes } from "./control/routes.ts"
import { addDirectoryRoutes } from "./directory/routes.ts"
import { type StartChain, startChain } from "./evm/startChain.ts"
import type { Env } from "./http/Env.ts"
import { answerFailure, failedBody } from "./http/Failed.ts"
import { addImageRoutes } from "./images/routes.ts"
import { addNameRoutes } from "./names/routes.ts"
import { addRpcRoutes } from "./rpc/routes.ts"
import { makeWorlds } from "./world/Worlds.ts"

/** The mock server without a port. */
export interface Handler {
  /** `env` is what `@hono/node-server` gives of the connection; leave it out in a test. */
  readonly fetch: (request: Request, env?: Env["Bindings"]) => Response | Promise<Response>
  /** Ends every chain of every world. */
  readonly close: () => Promise<void>
}

export interface HandlerOptions {
  /** How a network's chain is started. Default: anvil, from the saved state. */
  readonly startChain?: StartChain
}

/** Source of the headers: the AppKit 1.7.2 wire. */
const anyOrigin = cors({
  origin: "*",
  allowMethods: ["GET", "POST", "OPTIONS"],
  allowHeaders:
    "content-type user-agent referer origin solana-client sec-fetch-mode x-sdk-type x-sdk-version".split(" "),
  exposeHeaders: ["x-request-id"],
})

/** Every endpoint, as a function from a request to its response. Chains start on first use. */
export const makeHandler = (options: HandlerOptions = {}): Handler => {
  const worlds = makeWorlds(options.startChain ?? startChain)

  const api = new Hono<Env>()
  api.use(anyOrigin)
  addDirectoryRoutes(api, worlds)
  addImageRoutes(api, worlds)
  addBlockchainRoutes(api, worlds)
  addNameRoutes(api, worlds)
  addRpcRoutes(api, worlds)

  const app = new Hono<Env>()
  app.use(async (c, next) => {
    await next()
    if (!c.res.headers.has("x-request-id")) c.header("x-request-id", randomUUID())
  })
  addControlRoutes(app, worlds)
  app.route("/w/:world", api)
  app.route("/", api)
  app.notFound((c) => c.json(failedBody("path", `No such endpoint: ${c.req.method} ${c.req.path}`), 404))
  app.onError(answerFailure)

  return { fetch: (request, env = {}) => app.fetch(request, env), close: worlds.end }
}
