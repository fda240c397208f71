import type { AddressInfo } from "node:net"
import { createAdaptorServer } from "@hono/node-server"
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response"
import { Data } from "effect"
import { ConnectionReset } from "./faults/ConnectionReset.ts"
import type { ScenarioInput } from "./faults/Scenario.ts"
import { type Handler, makeHandler } from "./Handler.ts"
import { type LogFile, openLogFile } from "./world/LogFile.ts"

/** The options of a mock server. */
export interface MockServerOptions {
  /** 0 takes any free port. The secure site takes the next port if it is free, else any. */
  readonly port: number
  /** Default `127.0.0.1`: the mock server must not be reachable from a network. */
  readonly host?: string
  /** The faults of each call, and the seed of every world. */
  readonly scenario?: ScenarioInput
  /** A file for each line of each world's log, with the world's project id. An existing file is replaced. */
  readonly logFile?: string
}

/** A listening mock server. All URLs are without a trailing slash. */
export interface MockServer {
  readonly url: string
  /** URLs for the `endpoints` option of a client. */
  readonly endpoints: {
    readonly directory: string
    readonly blockchain: string
    readonly analytics: string
    /** Web sockets: the client's `projectId` selects the world. */
    readonly relay: string
    /** The secure site, on another port and so another origin: its pages may be framed. */
    readonly secureSite: string
    /** The prices of a second source, which no fault of the exchange changes. */
    readonly prices: string
  }
  /** Base URL of the control API. */
  readonly control: string
  /** Returns the endpoints for one world, regardless of the project ID of a call. */
  readonly worldUrl: (projectId: string) => string
  /** Ends every chain and connection; the port is free afterwards. */
  readonly close: () => Promise<void>
}

/**
 * Starts the mock server. Its chains start on first use: without their engine, their calls are rejected with the
 * reason, and everything else works (`missingEngines`).
 * @throws PortBusy, CannotListen, ScenarioInvalid, LogFileFailed
 */
export const startMockServer = async ({
  port,
  host = "127.0.0.1",
  scenario = {},
  logFile,
}: MockServerOptions): Promise<MockServer> => {
  let log: LogFile | null = null
  let url = ""
  const handler = makeHandler({
    scenario,
    url: () => url,
    written: (projectId, line) => log?.write(projectId, line),
    unforeseen: (error) => process.emitWarning(error.stack ?? error.message, "MockServer"),
  })
  const endpoints = serve(handler)
  const site = serve(handler.secureSite)
  endpoints.server.on("upgrade", handler.upgrade)
  const close = async () => {
    // A server closes with its last connection; the handler ends web sockets.
    await Promise.all([endpoints.close(), site.close(), handler.close()])
    await log?.close()
  }
  try {
    const bound = await endpoints.listen(port, host)
    url = `http://${toReachableHost(host)}:${bound}`
    const secureSite = `http://${toReachableHost(host)}:${await listenOnAdjacentPort(site, port, host)}`
    // Not before the port is ours: it may be the file of the server that has it.
    if (logFile !== undefined) log = await openLogFile(logFile)
    return {
      url,
      endpoints: {
        directory: url,
        blockchain: url,
        analytics: url,
        relay: url.replace(/^http/, "ws"),
        secureSite,
        prices: `${url}/prices`,
      },
      control: `${url}/control`,
      worldUrl: (projectId) => `${url}/w/${encodeURIComponent(projectId)}`,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Makes an HTTP server of the handler that does not listen yet. */
const serve = ({ fetch: answer }: Pick<Handler, "fetch">) => {
  const server = createAdaptorServer({
    fetch: async (request, env) => {
      try {
        return await answer(request, env)
      } catch (error) {
        if (!(error instanceof ConnectionReset)) throw error
        env.incoming.socket.resetAndDestroy()
        return RESPONSE_ALREADY_SENT
      }
    },
  })
  return {
    server,
    /** @returns the port. @throws PortBusy, CannotListen */
    listen: async (port: number, host: string): Promise<number> => {
      const address = await new Promise<AddressInfo | string | null>((resolve, reject) => {
        server.once("error", (error: NodeJS.ErrnoException) =>
          reject(
            error.code === "EADDRINUSE"
              ? new PortBusy({ port })
              : new CannotListen({ host, port, detail: error.code ?? error.message }),
          ),
        )
        server.listen(port, host, () => resolve(server.address()))
      })
      return address !== null && typeof address === "object" ? address.port : port
    },
    close: () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      if ("closeAllConnections" in server) server.closeAllConnections()
      return closed
    },
  }
}

/** Listens on the adjacent port if it is free and one was requested, else on any free port. */
const listenOnAdjacentPort = async (
  site: ReturnType<typeof serve>,
  port: number,
  host: string,
): Promise<number> => {
  try {
    return await site.listen(port === 0 || port === 65_535 ? 0 : port + 1, host)
  } catch (error) {
    if (!(error instanceof PortBusy)) throw error
    return site.listen(0, host)
  }
}

/** Returns the host name by which this machine reaches a listener on `host`. */
const toReachableHost = (host: string): string => {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1"
  return host.includes(":") ? `[${host}]` : host
}

/**
 * Returns the JSON line of `wmodal mock --json`: base URLs under the keys of the `endpoints` option, a project id
 * that completes a client's configuration, and URLs for tests.
 */
export const describeServer = (server: MockServer) => ({
  v: 1,
  projectId: "demo",
  directory: server.endpoints.directory,
  blockchain: server.endpoints.blockchain,
  analytics: server.endpoints.analytics,
  relay: server.endpoints.relay,
  secureSite: server.endpoints.secureSite,
  prices: server.endpoints.prices,
  control: server.control,
  worlds: `${server.url}/w/{projectId}`,
  /** A node of any network except Bitcoin's, as `rpcUrls` accept it, by CAIP-2 id. Solana's also accept web sockets. */
  rpc: `${server.url}/w/{projectId}/rpc/{chainId}`,
  /** The values of `rpcUrls` for Bitcoin, by the reference of its CAIP-2 ID. */
  bitcoin: `${server.url}/w/{projectId}/bitcoin/{reference}/api`,
  /** The value of `meldUrl`: the page that sells SOL. */
  meldUrl: `${server.url}/w/{projectId}/meld?publicKey=mock`,
  /** The web page of the world's phone: a wallet over the relay. */
  phone: `${server.url}/w/{projectId}/phone`,
  /** The emails that the world's secure site has sent. */
  inbox: `${server.url}/w/{projectId}/inbox`,
  openapi: `${server.url}/openapi.json`,
})

/** Another process listens on the port. */
export class PortBusy extends Data.TaggedError("PortBusy")<{ readonly port: number }> {
  override get message() {
    return `Port ${this.port} is already in use.`
  }
}

/** The system rejects the listener. `detail` is its error code, such as `EACCES`. */
export class CannotListen extends Data.TaggedError("CannotListen")<{
  readonly host: string
  readonly port: number
  readonly detail: string
}> {
  override get message() {
    return `Cannot listen on ${this.host}:${this.port} (${this.detail}).`
  }
}
