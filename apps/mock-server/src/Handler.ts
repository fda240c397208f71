import { randomUUID } from "node:crypto"
import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import { setTimeout } from "node:timers/promises"
import { Hono } from "hono"
import { addAnalyticsRoutes } from "./analytics/routes.ts"
import { addAuthRoutes } from "./auth/routes.ts"
import { addBitcoinRoutes } from "./bitcoin/routes.ts"
import { addBlockchainRoutes } from "./blockchain/routes.ts"
import { addCoinbaseRoutes } from "./coinbase/routes.ts"
import { addControlRoutes } from "./control/routes.ts"
import { addConvertRoutes } from "./convert/routes.ts"
import { addLaterRoutes } from "./directory/laterRoutes.ts"
import { addDirectoryRoutes } from "./directory/routes.ts"
import { makeRunningChains, type RunningLimits } from "./evm/RunningChains.ts"
import { type StartChain, startChain } from "./evm/startChain.ts"
import type { Sleep } from "./faults/applyFault.ts"
import { decodeScenario, type ScenarioInput } from "./faults/Scenario.ts"
import { addHostRoutes } from "./host/routes.ts"
import { addAnyOrigin, anyOriginHeaders } from "./http/anyOrigin.ts"
import type { Env } from "./http/Env.ts"
import { toErrorBody, toErrorResponse } from "./http/RequestError.ts"
import { withWorldLog } from "./http/withWorldLog.ts"
import { addImageRoutes } from "./images/routes.ts"
import { addMerchantRoutes } from "./merchant/routes.ts"
import { addNameRoutes } from "./names/routes.ts"
import { addOnrampRoutes } from "./onramp/routes.ts"
import { makeOpenApi } from "./openapi/OpenApi.ts"
import { addPhoneRoutes } from "./phone/routes.ts"
import { addPriceRoutes } from "./prices/routes.ts"
import { makeRelaySockets } from "./relay/relaySockets.ts"
import { addVerifyRoutes } from "./relay/verifyRoutes.ts"
import { addRpcRoutes } from "./rpc/routes.ts"
import { addSafeRoutes } from "./safe/routes.ts"
import { addSecureSiteControl } from "./secure-site/control/routes.ts"
import { addInboxPage } from "./secure-site/frame/routes.ts"
import { makeSecureSite } from "./secure-site/server/routes.ts"
import { makeSites } from "./secure-site/server/Site.ts"
import type { MakeUserWallet } from "./secure-site/wallet/makeUserWallet.ts"
import { addSessionRoutes } from "./sessions/routes.ts"
import { makeSolanaSockets } from "./solana/socket/solanaSockets.ts"
import type { World } from "./world/World.ts"
import { makeWorlds } from "./world/Worlds.ts"

/** The mock server without a port. */
export interface Handler {
  /** `env` is the connection data of `@hono/node-server`; tests omit it. */
  readonly fetch: (request: Request, env?: Env["Bindings"]) => Response | Promise<Response>
  /** The secure site, for serving at its own origin. */
  readonly secureSite: Pick<Handler, "fetch">
  /** Handles the `upgrade` event of a server: web sockets to the relay and to nodes. Other upgrades are rejected. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Ends every chain of every world, and every web socket. */
  readonly close: () => Promise<void>
}

/** The options of a mock server without a port. */
export interface HandlerOptions {
  /** The faults of each call, and the seed of every world. */
  readonly scenario?: ScenarioInput
  /** Starts the chain of a network. Default: anvil, from the saved state. */
  readonly startChain?: StartChain
  /** Default: 24 processes of about 17 MB each, and an idle limit of one minute. */
  readonly running?: RunningLimits
  /** Creates the wallet of a secure-site user. Default: over the chains of their world. */
  readonly makeWallet?: () => Promise<MakeUserWallet>
  /** The clock of delays, and of idle chains. */
  readonly sleep?: Sleep
  /** Base URL by which clients reach this server. Default: `http://localhost`. */
  readonly url?: () => string
  /** UTC milliseconds by this machine's clock. */
  readonly wallNow?: () => number
  /** Receives each line of each world's log, without its line feed. */
  readonly written?: (projectId: string, line: string) => void
  /** Receives each unexpected error. The caller gets only a 500. */
  readonly unforeseen?: (error: Error) => void
}

const sleepRealTime: Sleep = (milliseconds, signal) =>
  setTimeout(milliseconds, undefined, { signal, ref: false })

/** Loads the wallets with their first user: the signing code for several chains is large. */
const loadUserWallets = async (): Promise<MakeUserWallet> =>
  (await import("./secure-site/wallet/makeUserWallet.ts")).makeUserWallet

/**
 * Makes every endpoint, as a function from a request to its response. Chains start on first use.
 * The function rejects with `ConnectionReset` when the fault plan suppresses the response.
 * @throws ScenarioInvalid
 */
export const makeHandler = (options: HandlerOptions = {}): Handler => {
  const scenario = decodeScenario(options.scenario ?? {})
  const sleep = options.sleep ?? sleepRealTime
  const running = makeRunningChains(options.running ?? { chains: 24, idle: 60_000 }, sleep)
  const worlds = makeWorlds({
    seed: scenario.seed ?? "wmodal",
    scenario,
    start: options.startChain ?? startChain,
    running,
    wallNow: options.wallNow ?? Date.now,
    written: options.written ?? (() => {}),
  })
  const closing = new AbortController()
  const unforeseen = options.unforeseen ?? (() => {})
  const sockets = [makeRelaySockets, makeSolanaSockets].map((make) =>
    make({ worlds, sleep, closing: closing.signal }),
  )

  const getAllowedOrigins = (world: World) => siteOf(world).origins.list()
  const api = new Hono<Env>()
  addAnyOrigin(api)
  api.use(withWorldLog({ worlds, sleep, closing: closing.signal }))
  addDirectoryRoutes(api)
  addLaterRoutes(api, getAllowedOrigins)
  addVerifyRoutes(api, getAllowedOrigins)
  addImageRoutes(api)
  addBlockchainRoutes(api)
  addConvertRoutes(api)
  addPriceRoutes(api)
  addNameRoutes(api)
  addAuthRoutes(api)
  addHostRoutes(api)
  addMerchantRoutes(api)
  addOnrampRoutes(api)
  addSessionRoutes(api)
  addAnalyticsRoutes(api)
  addBitcoinRoutes(api)
  addRpcRoutes(api)

  const app = new Hono<Env>()
  app.use(async (c, next) => {
    await next()
    if (!c.res.headers.has("x-request-id")) c.header("x-request-id", randomUUID())
  })
  addControlRoutes(app, worlds, running)
  const ask = (request: Request) => app.fetch(request, {})
  const siteOf = makeSites({
    sleep,
    ask,
    blockchain: options.url ?? (() => "http://localhost"),
    makeWallet: options.makeWallet ?? loadUserWallets,
  })
  addSecureSiteControl(app, worlds, siteOf)
  addPhoneRoutes(app, { worlds, sleep, ask })
  addSafeRoutes(app, { worlds, ask })
  addCoinbaseRoutes(app, { worlds, ask })
  addInboxPage(app)
  app.get("/openapi.json", (c) => c.json(makeOpenApi(), 200, anyOriginHeaders))
  app.route("/w/:world", api)
  app.route("/", api)
  app.notFound((c) => c.json(toErrorBody("path", `No such endpoint: ${c.req.method} ${c.req.path}`), 404))
  app.onError((error, c) => {
    const response = toErrorResponse(error, c)
    if (response.status === 500) unforeseen(error)
    return response
  })
  const site = makeSecureSite({ worlds, siteOf, sleep, closing: closing.signal, unforeseen })

  return {
    fetch: (request, env = {}) => app.fetch(request, env),
    secureSite: { fetch: (request, env = {}) => site.fetch(request, env) },
    upgrade: (request, socket, head) => {
      // The server no longer listens to errors of the socket.
      socket.on("error", () => socket.destroy())
      if (!sockets.some(({ upgrade }) => upgrade(request, socket, head)))
        socket.end("HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n")
    },
    close: () => {
      closing.abort()
      for (const { close } of sockets) close()
      running.close()
      return worlds.end()
    },
  }
}
